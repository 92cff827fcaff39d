import type { Problem } from '../base/fault.ts';
import type { Io } from './io.ts';
import { renderProblems } from './render-problems.ts';

/** Warnings go beside the result, never into it. */
export function printWarnings(problems: readonly Problem[], io: Io): void {
  const warnings = problems.filter((problem) => problem.severity === 'warning');
  if (warnings.length > 0) io.err(`${renderProblems(warnings, { color: io.color.err, columns: io.columns })}\n\n`);
}
