import type { Label } from '../../../../src/conversation/label.ts';

/** Labels of an item by the revision they were given on; under 0 what speaks of no item. */
export function groupByRevision(labels: readonly Label[]): ReadonlyMap<number, readonly Label[]> {
  return Map.groupBy(labels, ({ subject }) => ('revision' in subject ? subject.revision : 0));
}
