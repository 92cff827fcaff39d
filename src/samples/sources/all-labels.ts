import type { Label } from '../../conversation/label.ts';
import type { Rating, Sample } from '../../conversation/sample.ts';
import type { CurationStore, LabelFilter } from '../../store/curation-port.ts';

/** Every matching label, in the order they were given. */
export function readLabels(store: Pick<CurationStore, 'labels'>, filter: LabelFilter): Promise<readonly Label[]> {
  return Array.fromAsync(listLabels(store, filter));
}

/**
 * The last score of each rater. If a random draw asked for the label, a later change counts only if it is blind: a
 * rater who has seen the judge's verdict might follow it.
 */
export function toRatings(labels: readonly Label[]): Rating[] {
  const newest = new Map<string, Label>();
  for (const label of labels) {
    const before = newest.get(label.rater);
    if (before !== undefined && before.inclusionProbability !== null && !label.blind) continue;
    newest.set(label.rater, label);
  }
  return [...newest.values()].map(({ rater, score, reason }) => ({
    rater,
    score,
    ...(reason === '' ? {} : { reason }),
  }));
}

/** Samples of files with their labels from the database. If a rater is in both, the label counts. */
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
  // A single rating is also read as the score. With labels it counts as one rating among others.
  const isStated = score !== undefined && !(before.length === 1 && before[0]?.score === score);
  const kept = before.filter(({ rater }) => !given.some((rating) => rating.rater === rater));
  return { ...rest, ...(isStated ? { score } : {}), ratings: [...kept, ...given] };
}

const labelsAtOnce = 1000;

/** Every matching label, in the order they were given. */
export async function* listLabels(
  { labels }: Pick<CurationStore, 'labels'>,
  filter: LabelFilter,
): AsyncGenerator<Label> {
  let after: string | undefined;
  do {
    const page = await labels.list(filter, { limit: labelsAtOnce, ...(after === undefined ? {} : { after }) });
    yield* page.labels;
    after = page.cursor;
  } while (after !== undefined);
}
