import type { Verdict } from './verdict.ts';

/**
 * The score of a verdict, behind the name of its grader: ` 0 (−3…3, passing score 2)` for a judge, whose score is nothing
 * without its scale; ` (0.67)` for a check. Empty where a check is all or nothing: that it passed says as much.
 */
export function renderVerdictScore(verdict: Verdict): string {
  if (verdict.status === 'ungraded') return '';
  const { score, provenance } = verdict;
  if (provenance?.scale !== undefined) return ` ${toNumber(score)} (${describeScale(provenance.scale)})`;
  return score === 0 || score === 1 ? '' : ` (${toNumber(score)})`;
}

function describeScale({ min, max, pass }: { min: number; max: number; pass?: number | undefined }): string {
  const from = pass === undefined ? '' : `, passing score ${toNumber(pass)}`;
  return `${toNumber(min)}…${toNumber(max)}${from}`;
}

function toNumber(value: number): string {
  return String(Number(value.toPrecision(4))).replace('-', '−');
}
