import { renderNumberOf } from '../../base/number-of.ts';
import { wrap } from '../../base/terminal-text.ts';
import type { Calibration } from '../../calibrate/calibration.ts';
import { renderCacheNote } from '../summary/call-notes.ts';
import type { CalibrationReport, CalibrationStyle, CommandChanges, ReportedDeck } from './calibration-report.ts';
import { findUnscoredSentence, scoreFirst } from './evidence-sentences.ts';
import { listLikelyMissed, listWords } from './inconclusive-metrics.ts';
import { nameJudges } from './judge-names.ts';

type Block = readonly string[];

/** Next to the verdicts: cached answers are not what the judge answers now. */
export function renderCached({ answers }: CalibrationReport, { width }: CalibrationStyle): Block {
  const note = answers && renderCacheNote([{ noun: 'answers', ...answers }]);
  return note === undefined ? [] : wrap(note, width);
}

export function listSkipped({ skipped }: CalibrationReport): readonly string[] {
  if (skipped === 0) return [];
  const what = `${renderNumberOf(skipped, 'sample')} could not be used and ${skipped === 1 ? 'was' : 'were'} skipped`;
  return [`${what}. --json lists the reasons. --strict turns them into errors.`];
}

/** What to do next, a block for each step. Commands are never broken. */
export function renderNext(
  report: CalibrationReport,
  { width }: CalibrationStyle,
  mostNames = Number.POSITIVE_INFINITY,
): readonly Block[] {
  return listNextSteps(report, mostNames).map(({ says, command }) => [
    ...wrap(says, width),
    ...(command === undefined ? [] : [`  ${command}`]),
  ]);
}

/** What to do next, in a sentence; `command`: what to type for it. */
interface NextStep {
  readonly says: string;
  readonly command?: string;
}

/**
 * Depends on what came out and on what the user did already. Judges for whom the same is next share a step.
 *
 * @param mostNames judges that a step names; the others are counted
 */
function listNextSteps(report: CalibrationReport, mostNames = Number.POSITIVE_INFINITY): readonly NextStep[] {
  const names = nameJudges(report.decks);
  const judges = report.decks
    .flatMap((deck) => deck.judges.map(({ calibration }) => ({ deck, calibration })))
    .map((judge, index) => ({ ...judge, name: names[index] ?? '' }));
  if (report.done.allowLeak)
    return [{ says: 'The judges saw the human scores, so these metrics are meaningless. Remove --allow-leak.' }];
  const empty = findEmptySentence(judges.map(({ calibration }) => calibration));
  if (empty !== undefined) return [{ says: `${empty}, and calibrate again:`, command: report.toCommand({}) }];
  const planned = judges.map((judge) => ({ judge, step: toStep(judge, report) }));
  return [...Map.groupBy(planned, ({ step }) => JSON.stringify(step)).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const some = group.length === judges.length ? undefined : group.map(({ judge }) => judge);
    return [renderStep(first.step, some, { ...report, mostNames })];
  });
}

interface Judge {
  readonly deck: ReportedDeck;
  readonly calibration: Calibration;
  readonly name: string;
}

interface Step {
  readonly says: string;
  /** What is typed: the same command with changes, or another. */
  readonly changes?: CommandChanges;
  readonly command?: string;
}

function findEmptySentence(calibrations: readonly Calibration[]): string | undefined {
  if (calibrations.some(({ compared }) => compared > 0)) return undefined;
  return calibrations.every(({ graded }) => graded === 0)
    ? 'No sample was graded, so there is nothing to compare. Fix the cause'
    : 'No graded sample has a human score. Add expected.score or ratings to the samples';
}

/** `some`: the judges it is for, if others need something else. The command asks only those. */
function renderStep(
  { says, changes, command }: Step,
  some: readonly Judge[] | undefined,
  { toCommand, mostNames }: Pick<CalibrationReport, 'toCommand'> & { readonly mostNames: number },
): NextStep {
  const text = `${some === undefined ? 'Next' : `Next for ${renderNames(some, mostNames)}`}: ${says}`;
  if (changes === undefined) return { says: text, ...(command === undefined ? {} : { command }) };
  const only =
    some === undefined
      ? {}
      : {
          decks: [...new Set(some.map(({ deck }) => deck.file))],
          judges: [...new Set(some.map(({ calibration }) => calibration.target))],
        };
  return { says: text, command: toCommand({ ...changes, ...only }) };
}

function renderNames(judges: readonly Judge[], most: number): string {
  const shown = judges.slice(0, most).map(({ name }) => name);
  const rest = judges.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function toStep(judge: Judge, report: CalibrationReport): Step {
  const { gate, graded } = judge.calibration;
  if (graded === 0) return { says: 'find out why nothing was graded, fix it, and calibrate again:', changes: {} };
  if (gate.state === 'not-trusted') return toMissedStep(judge);
  const missed = listLikelyMissed(judge.calibration);
  if (missed.length > 0) {
    const fix = judge.deck.isBundled === true ? anotherJudge : 'fix the deck';
    return {
      says: `read the disagreements and ${fix}. Unchanged, it will probably miss the ${listWords(missed)} ${missed.length === 1 ? 'threshold' : 'thresholds'}.`,
    };
  }
  if (gate.caveats.length > 0) return toCaveatStep(judge);
  return gate.state === 'trusted' ? toTrustedStep(judge, report) : toLabelStep(judge, report);
}

/** What is left to do about the bundled deck. */
const anotherJudge = 'use another judge or write your own deck';

function toMissedStep({ deck, calibration: { gate, graded, n } }: Judge): Step {
  const change = deck.isBundled === true ? anotherJudge : 'change the deck or the judge';
  const isOnlyUngraded = graded < n && gate.metrics.every(({ state }) => state !== 'missed');
  return isOnlyUngraded
    ? { says: 'find out why samples got no score, fix it, and calibrate again.' }
    : { says: `read the disagreements (--verbose or --html <file>), ${change}, and calibrate again.` };
}

function toCaveatStep({ deck, calibration: { probes } }: Judge): Step {
  if (deck.isBundled === true) return { says: `${anotherJudge}, and probe again.` };
  return probes.some(({ finding }) => finding === 'steered')
    ? {
        says: 'tell the judge in the deck to ignore instructions in the conversation, or use another judge. Then probe again.',
      }
    : { says: 'tell the judge what to look for in earlier turns, or use another judge. Then probe again.' };
}

function toLabelStep({ deck, calibration }: Judge, { done: { requested } }: CalibrationReport): Step {
  const unscored = findUnscoredSentence(calibration);
  if (unscored !== undefined) {
    const { labelCommand: command } = deck;
    return command === undefined
      ? { says: `${unscored} ${scoreFirst}.` }
      : { says: `${unscored} ${scoreFirst}:`, command };
  }
  if (deck.isBundled === true) return { says: 'add more scored conversations to the samples, and calibrate again.' };
  if (requested === undefined) {
    return {
      says: 'get more labels. Draw random conversations to score:',
      changes: { requestLabels: true },
    };
  }
  if (requested.waiting === 0)
    return {
      says: 'add conversations. Run an eval with this deck or grade an earlier run with it, then request labels again.',
    };
  return { says: 'score the filed conversations, and calibrate again:', command: requested.toCommand(deck.file) };
}

function toTrustedStep({ deck }: Judge, { done, split }: CalibrationReport): Step {
  if (split === 'tune' && deck.keptForTest === 0) {
    return { says: 'test it on held-out samples. Mark some with split = "test" (items: the tag split:test).' };
  }
  if (split === 'tune') {
    return {
      says: 'trusted on the tune samples. Measure it on the test samples:',
      changes: { split: 'test', gate: true, requestLabels: false },
    };
  }
  if (!done.gate) {
    return {
      says: 'write the certificate:',
      changes: { gate: true, requestLabels: false },
    };
  }
  if (done.probe) return { says: 'run your evals. turnwise run reads the certificate and corrects the pass rate.' };
  return {
    says: 'probe whether it uses the history:',
    changes: { probe: true, gate: false, requestLabels: false },
  };
}
