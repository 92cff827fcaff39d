import { renderNumberOf } from '../../base/number-of.ts';
import { toWholePercent } from '../../base/percent.ts';
import type { Calibration } from '../../calibrate/calibration.ts';
import { countUnanswered } from '../../calibrate/gate/evidence.ts';
import type { Evidence } from '../../conversation/certificate.ts';

/**
 * Where the labels come from that a verdict is based on, and what this judge needs: only labels that were drawn at
 * random labels represent unlabeled conversations.
 */
export function listEvidenceSentences({ evidence, gate }: Pick<Calibration, 'evidence' | 'gate'>): readonly string[] {
  return [...listLabels(evidence), ...listForecast(evidence, gate), ...listDraws(evidence), ...listUses(gate)];
}

/** Why a forecast starts over where the labels there are seem to be nearly enough. */
function listForecast({ chosen }: Evidence, { needed }: Calibration['gate']): readonly string[] {
  if (chosen === 0 || needed.length === 0) return [];
  return [
    'The forecast counts only labels on random conversations. Labels on hand-picked conversations carry little weight.',
  ];
}

function listLabels({ random, chosen, byVerdict }: Evidence): readonly string[] {
  const used = random + chosen;
  const left = byVerdict === 0 || used === 0 ? '' : ` ${byVerdict} more were picked by verdict and are not used.`;
  if (used === 0) return byVerdict === 0 ? [] : [`All ${renderNumberOf(byVerdict, 'label')} were picked by verdict.`];
  if (random === 0) return [`${renderNumberOf(used, 'label')}, all hand-picked, none drawn at random.${left}`];
  const share = `${toWholePercent(random / used)}% of ${renderNumberOf(used, 'label')} were drawn at random`;
  return [`${share}${chosen === 0 ? '.' : ', the others were hand-picked.'}${left}`];
}

function listDraws({ draws }: Evidence): readonly string[] {
  if (draws === undefined) return [];
  const { drawn, answered, skipped } = draws;
  const open = drawn - answered - skipped;
  const parts = [
    `${answered.toLocaleString('en')} answered`,
    ...(skipped === 0 ? [] : [`${skipped.toLocaleString('en')} skipped`]),
    ...(open === 0 ? [] : [`${open.toLocaleString('en')} unanswered`]),
  ];
  const bound = countUnanswered(draws) > 0 ? ' With fewer than 90% answered, rates are bounds.' : '';
  return [`Of ${renderNumberOf(drawn, 'drawn conversation')}: ${parts.join(', ')}.${bound}`];
}

/**
 * Drawn conversations that you have to score before a forecast of more labels is possible, in a sentence. Undefined
 * where enough are scored, or where the gate has decided.
 */
export function findUnscoredSentence({
  evidence: { draws },
  gate,
}: Pick<Calibration, 'evidence' | 'gate'>): string | undefined {
  const unanswered = countUnanswered(draws);
  if (draws === undefined || unanswered === 0 || gate.state !== 'insufficient-labels') return undefined;
  const skipped = draws.skipped === 0 ? '' : ` (${draws.skipped.toLocaleString('en')} skipped)`;
  const of = `${unanswered.toLocaleString('en')} of ${renderNumberOf(draws.drawn, 'drawn conversation')}`;
  return `${of} ${unanswered === 1 ? 'has' : 'have'} no score yet${skipped}.`;
}

/** What would decide the gate, one sentence per need. Conversations without a score come before any forecast. */
export function listNeededSentences(calibration: Pick<Calibration, 'evidence' | 'gate'>): readonly string[] {
  const unscored = findUnscoredSentence(calibration);
  return unscored === undefined
    ? calibration.gate.needed.map(({ summary }) => summary)
    : [`${unscored} ${scoreFirst}.`];
}

export const scoreFirst = 'Score them first';

function listUses({ judgeNumber, metrics }: Calibration['gate']): readonly string[] {
  const needed = metrics.find(({ neededE }) => neededE !== null)?.neededE;
  if (judgeNumber < 2 || needed === undefined || needed === null) return [];
  const others = judgeNumber - 1;
  const before = others === 1 ? 'Another judge was' : `${others} other judges were`;
  return [
    `${before} tried on these test samples before, so this one needs an e-value of ${needed.toLocaleString('en')}.`,
  ];
}
