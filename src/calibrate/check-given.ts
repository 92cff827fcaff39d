import { quoteValue } from '../base/explain-issue.ts';
import { isPlainObject } from '../base/plain-object.ts';
import { defaultScale, renderScale } from '../conversation/judge/scale.ts';
import { UngradedCause } from '../conversation/verdict.ts';

/** What a caller without types may have passed as verdicts, labels and options. */
export interface GivenInput {
  readonly verdicts: readonly unknown[];
  readonly labels: readonly unknown[];
  readonly options: { readonly scale?: unknown; readonly gate?: unknown; readonly draws?: unknown };
}

/** Throws a RangeError that names the entry for what is no verdict, no label or no gate. Scores are looked at later. */
export function checkGiven({ verdicts, labels, options }: GivenInput): void {
  if (options.gate !== undefined && !isPlainObject(options.gate)) {
    throw new RangeError(
      `gate must be an object of thresholds, such as {tnr: 0.8, tpr: 0.8}, got ${quoteValue(options.gate)}`,
    );
  }
  if (options.draws !== undefined) checkDraws(options.draws);
  for (const [place, verdict] of verdicts.entries()) checkVerdict(verdict, `verdicts[${place}]`);
  for (const [place, label] of labels.entries()) checkLabel(label, `labels[${place}]`);
  if (options.scale === undefined) checkDefaultScale([...verdicts, ...labels]);
}

function checkDraws(draws: unknown): void {
  const { drawn, answered, skipped } = isPlainObject(draws) ? draws : {};
  const isCount = (count: unknown): count is number => Number.isInteger(count) && Number(count) >= 0;
  if (isCount(drawn) && isCount(answered) && isCount(skipped) && answered + skipped <= drawn) return;
  throw new RangeError(`draws must be counts, such as {drawn: 40, answered: 38, skipped: 1}, got ${quoteValue(draws)}`);
}

function checkVerdict(verdict: unknown, entry: string): void {
  if (!isPlainObject(verdict) || verdict.sample == null) {
    throw new RangeError(`${entry} has no sample. A verdict looks like {sample: "a", score: 1}`);
  }
  const { sample, status, score, cause } = verdict;
  if (status !== undefined && status !== 'graded' && status !== 'ungraded') {
    throw new RangeError(
      `the status of the verdict on sample "${sample}" must be "graded" or "ungraded", got ${quoteValue(status)}`,
    );
  }
  if (status === 'graded' && score === null) {
    throw new RangeError(`the verdict on sample "${sample}" is graded but has no score`);
  }
  if (cause !== undefined && !UngradedCause.safeParse(cause).success) {
    const known = UngradedCause.options.join(', ');
    throw new RangeError(
      `the cause of the verdict on sample "${sample}" must be one of ${known}, got ${quoteValue(cause)}`,
    );
  }
}

function checkLabel(label: unknown, entry: string): void {
  const isLabel = isPlainObject(label) && (label.sample != null || isPlainObject(label.subject));
  if (!isLabel) throw new RangeError(`${entry} has no sample. A label looks like {sample: "a", score: 1}`);
  const { inclusionProbability: chance = null, selectedBy } = label;
  if (chance !== null && !(typeof chance === 'number' && chance > 0 && chance <= 1)) {
    throw new RangeError(
      `the inclusionProbability of ${entry} must be above 0 and at most 1, got ${quoteValue(chance)}`,
    );
  }
  if (selectedBy !== undefined && selectedBy !== 'verdict') {
    throw new RangeError(`selectedBy of ${entry} must be "verdict" or absent, got ${quoteValue(selectedBy)}`);
  }
}

/** Who scores 1 to 5 and does not say so would be told of a scale that is not theirs. */
function checkDefaultScale(given: readonly unknown[]): void {
  const { min, max } = defaultScale;
  for (const entry of given) {
    const score = isPlainObject(entry) ? entry.score : undefined;
    if (typeof score !== 'number' || !Number.isFinite(score) || (score >= min && score <= max)) continue;
    const sample = isPlainObject(entry) && typeof entry.sample === 'string' ? ` of sample "${entry.sample}"` : '';
    throw new RangeError(
      `the score ${score}${sample} is outside the scale ${renderScale(defaultScale)}, the default scale. Pass yours as an option, such as {scale: [1, 5]}`,
    );
  }
}
