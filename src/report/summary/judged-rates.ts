import { renderNumberOf } from '../../base/number-of.ts';
import { renderInterval } from '../figures.ts';
import { toLine } from '../one-line.ts';
import { nameColumn } from '../render-case-list.ts';
import type { JudgeFigures, RunFigures } from '../run-figures.ts';

/**
 * What certified judges passed, and what people would have passed: a line for each, and each column where there are
 * several. Judges without a certificate were warned of before they were asked, and say nothing here.
 */
export function renderJudgedRates({ judges = [], columns }: RunFigures): readonly string[] {
  return judges
    .filter(({ standing }) => standing !== 'missing')
    .map((judge) => {
      const on = columns.length > 1 ? ` on ${nameColumn(judge.column, columns)}` : '';
      return toLine(
        `Judge ${judge.deck} by ${judge.target}${on}: ${renderInterval(judge.raw)} pass${renderCorrected(judge)}.`,
      );
    });
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

/** Every judge, once one of them has a certificate; without any there is nothing to set side by side. */
export function listJudgedRates({ judges = [] }: RunFigures): readonly JudgeFigures[] {
  return judges.some(({ standing }) => standing !== 'missing') ? judges : [];
}
