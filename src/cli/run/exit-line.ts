import { fewestForRate, toWholePercent, toWrittenPercent } from '../../base/percent.ts';
import type { RunCounts } from '../../conversation/run/run-record.ts';
import type { ExitRule } from '../../grade/aggregate.ts';

/** Why a run did not end with exit code 0, or an empty text. The rate covers everything that was played. */
export function renderExitLine(code: 0 | 1 | 3, counts: RunCounts, { threshold, allowUngraded }: ExitRule): string {
  const { pass, fail, error, ungraded } = counts;
  if (code === 0) return '';
  if (code === 1) {
    return `Exit code 1: ${renderShare(pass, pass + fail, threshold)}, below the threshold of ${toWrittenPercent(threshold)}%.\n`;
  }
  if (pass + fail + error + ungraded === 0) return 'Exit code 3: no conversation was completed.\n';
  const open = [error === 0 ? '' : count(error, 'error'), ungraded === 0 ? '' : `${ungraded} ungraded`];
  return `Exit code 3: ${open.filter((part) => part !== '').join(' and ')}, ${allowUngraded} allowed.\n`;
}

/** Prints no percentage below n = 5, or if rounding would hide that it is below the threshold. */
function renderShare(pass: number, all: number, threshold: number): string {
  const share = toWholePercent(pass / all);
  const counts = `${pass.toLocaleString('en')} of ${all.toLocaleString('en')} passed`;
  return all >= fewestForRate && Number(share) < threshold * 100 ? `${counts} (${share}%)` : counts;
}

function count(value: number, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`;
}
