import type { Label } from '../../conversation/label.ts';
import type { Rating } from '../../conversation/sample.ts';
import { listLabels } from '../../review/list-labels.ts';
import type { CurationStore, LabelFilter } from '../../store/curation-port.ts';

/** Every label that fits, in the order they were given. */
export function readLabels(store: Pick<CurationStore, 'labels'>, filter: LabelFilter): Promise<readonly Label[]> {
  return Array.fromAsync(listLabels(store, filter));
}

/**
 * What each rater says last. The labels are in the order they were given. Of a label that a random draw asked for, a
 * change counts only if it is blind: a person who has read what the judge said would follow it.
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
