import type { Label } from '../../conversation/label.ts';
import type { Rating } from '../../conversation/sample.ts';
import type { CurationStore, LabelFilter } from '../../store/curation-port.ts';

const labelsAtOnce = 1000;

/** Every label that fits, in the order they were given. */
export async function readLabels({ labels }: CurationStore, filter: LabelFilter): Promise<readonly Label[]> {
  const found: Label[] = [];
  let after: string | undefined;
  do {
    const page = await labels.list(filter, { limit: labelsAtOnce, ...(after === undefined ? {} : { after }) });
    found.push(...page.labels);
    after = page.cursor;
  } while (after !== undefined);
  return found;
}

/** What each rater says last. The labels are in the order they were given. */
export function toRatings(labels: readonly Label[]): Rating[] {
  const newest = new Map(labels.map((label) => [label.rater, label]));
  return [...newest.values()].map(({ rater, score, reason }) => ({
    rater,
    score,
    ...(reason === '' ? {} : { reason }),
  }));
}
