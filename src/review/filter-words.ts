import { definedOnly } from '../base/defined-only.ts';
import type { ItemFilter } from '../store/item-port.ts';

/** A filter in the words that a request has for it, so that it can be sent again. */
export function toFilterWords(filter: ItemFilter) {
  return definedOnly({
    status: filter.statuses,
    dataset: filter.datasets,
    tags: filter.tags,
    excludeTags: filter.excludeTags,
    turnTags: filter.turnTags,
    itemId: filter.idPrefix,
    refUrl: filter.refUrl,
    keyword: filter.keyword,
    assignedTo: filter.assignedTo,
  });
}
