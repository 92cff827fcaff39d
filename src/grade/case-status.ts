import type { CaseStatus, Verdict } from '../conversation/verdict.ts';

/**
 * What became of a conversation: `error` when it could not be played to its end, else its worst verdict. One without
 * any verdict is `ungraded`: nothing says that it is good.
 */
export function toCaseStatus(
  verdicts: readonly Verdict[],
  { hasError }: { readonly hasError: boolean },
): Exclude<CaseStatus, 'skipped'> {
  if (hasError) return 'error';
  if (verdicts.some((verdict) => verdict.status === 'graded' && !verdict.pass)) return 'fail';
  return verdicts.length === 0 || verdicts.some(({ status }) => status === 'ungraded') ? 'ungraded' : 'pass';
}
