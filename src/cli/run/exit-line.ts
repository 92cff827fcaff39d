import { toPercent, toWrittenPercent } from '../../base/percent.ts';
import type { RunCounts } from '../../conversation/run-record.ts';
import type { ExitRule } from '../../grade/exit-code.ts';

/** Why a run did not end with exit code 0; empty when it did. The rate is over everything that was played. */
export function renderExitLine(code: 0 | 1 | 3, counts: RunCounts, { threshold, allowUngraded }: ExitRule): string {
  const { pass, fail, error, ungraded } = counts;
  if (code === 0) return '';
  if (code === 1) {
    const rate = toPercent(pass / (pass + fail));
    return `Exit code 1: ${pass} of ${pass + fail} passed, ${rate} %, below the threshold of ${toWrittenPercent(threshold)} %.\n`;
  }
  if (pass + fail + error + ungraded === 0) return 'Exit code 3: no conversation was played to its end.\n';
  const open = [error === 0 ? '' : count(error, 'error'), ungraded === 0 ? '' : `${ungraded} ungraded`];
  return `Exit code 3: ${open.filter((part) => part !== '').join(' and ')}, ${allowUngraded} allowed.\n`;
}

function count(value: number, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`;
}
