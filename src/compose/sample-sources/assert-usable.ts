import { Fault, type Problem } from '../../base/fault.ts';

/**
 * Throws one Fault with all errors, when there is one; each once, though several decks may share a file. Where no sample
 * can be used, the warnings of the samples that were skipped come with it: they are the reasons.
 */
export function assertUsable(found: readonly Problem[]): void {
  const problems = [...new Map(found.map((problem) => [JSON.stringify(problem), problem])).values()];
  const [first, ...rest] = problems.filter(({ severity }) => severity === 'error');
  if (first === undefined) return;
  const isNoneValid = [first, ...rest].some(({ code }) => code === 'SAMPLES_NONE_VALID');
  const reasons = isNoneValid ? problems.filter(isSkip) : [];
  throw new Fault([first, ...rest, ...reasons]);
}

/** Whether a problem tells of one sample that is left out. */
export function isSkip({ severity, code }: Problem): boolean {
  return severity === 'warning' && (code === 'SAMPLE_SKIPPED' || code === 'SAMPLE_OLD_FORM');
}
