import { renderNumberOf } from '../../base/number-of.ts';
import { renderInterval } from '../figures.ts';
import { toLine } from '../one-line.ts';
import { nameColumn } from '../render-case-list.ts';
import type { JudgeFigures, RunFigures } from '../run-figures.ts';
import { renderLabeledRate } from './labeled-rate.ts';

/**
 * What judges passed, and what people would have passed, by the certificate and by labels of the run: a line for each
 * judge, and for each variant where there are several. A judge without a certificate was warned about before the run,
 * so it appears here only if there are labels.
 */
export function renderJudgedRates({ judges = [], columns }: RunFigures): readonly string[] {
  return judges.filter(isMeasured).map((judge) => {
    const on = columns.length > 1 ? ` on ${nameColumn(judge.column, columns)}` : '';
    const raw = `Judge ${judge.deck} by ${judge.target}${on}: ${renderInterval(judge.raw)} pass`;
    const labeled = judge.labeled === undefined ? '' : ` Pass rate by people: ${renderLabeledRate(judge.labeled)}`;
    return toLine(`${raw}${renderCorrected(judge)}.${labeled}`);
  });
}

/** Something is known of the judge's errors: by its certificate, or by labels of the run. */
function isMeasured({ standing, labeled }: JudgeFigures): boolean {
  return standing !== 'missing' || labeled !== undefined;
}

function renderCorrected(judge: JudgeFigures): string {
  const { corrected } = judge;
  if (corrected.value === null)
    return `; not corrected: ${corrected.why ?? 'no reason is known'}${renderCaveats(judge)}`;
  return `; corrected ${renderInterval(corrected)} (${renderCertificate(judge)})`;
}

/** The certificate in a few words: `trusted, test, 120 samples, 2026-11-16`; and what probes found against the judge. */
export function renderCertificate(judge: JudgeFigures): string {
  const { standing, changed, state, split, labels, at } = judge;
  if (state === undefined || standing === 'missing') return 'no certificate';
  const told = standing === 'fits' ? state : `stale: ${new Intl.ListFormat('en').format(changed)} changed`;
  const rest = [split, labels === undefined ? undefined : renderNumberOf(labels, 'sample'), at?.slice(0, 10)];
  return `${[told, ...rest.filter((word) => word !== undefined)].join(', ')}${renderCaveats(judge)}`;
}

/** Empty when there are none. */
function renderCaveats({ caveats = [] }: JudgeFigures): string {
  return caveats.length === 0 ? '' : `; but ${caveats.join('; ')}`;
}

/** Every judge, once one of them has a certificate or labels. Without any there is nothing to compare. */
export function listJudgedRates({ judges = [] }: RunFigures): readonly JudgeFigures[] {
  return judges.some(isMeasured) ? judges : [];
}
