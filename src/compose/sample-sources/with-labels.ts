import type { Label } from '../../conversation/label.ts';
import type { Sample } from '../../conversation/sample.ts';
import { toRatings } from './all-labels.ts';

/** Samples of files with the labels that people gave them in the store; a rater who stands in the file too says it anew. */
export function withLabels(samples: readonly Sample[], labels: readonly Label[]): readonly Sample[] {
  const bySample = Map.groupBy(labels, ({ subject }) => ('sample' in subject ? subject.sample : undefined));
  return samples.map((sample) => {
    const own = bySample.get(sample.id);
    return own === undefined ? sample : addRatings(sample, own);
  });
}

function addRatings(sample: Sample, labels: readonly Label[]): Sample {
  const given = toRatings(labels);
  const { score, ...rest } = sample;
  const before = sample.ratings ?? [];
  // One rating alone was read as the score; beside others it is no more than they are.
  const isStated = score !== undefined && !(before.length === 1 && before[0]?.score === score);
  const kept = before.filter(({ rater }) => !given.some((rating) => rating.rater === rater));
  return { ...rest, ...(isStated ? { score } : {}), ratings: [...kept, ...given] };
}
