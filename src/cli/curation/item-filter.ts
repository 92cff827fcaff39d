import { definedOnly } from '../../base/defined-only.ts';
import { Fault } from '../../base/fault.ts';
import { suggestValue } from '../../base/nearest.ts';
import { ItemStatus } from '../../conversation/item/item.ts';
import { toItemTag } from '../../conversation/item/item-tags.ts';
import type { CurationStore } from '../../store/curation-port.ts';
import type { ItemFilter } from '../../store/item-port.ts';
import { usageFault } from '../faults.ts';

/** The items that a command selects, as typed. */
export interface FilterOptions {
  readonly dataset?: readonly string[];
  readonly status?: readonly string[];
  readonly tag?: readonly string[];
  readonly excludeTag?: readonly string[];
  readonly turnTag?: readonly string[];
  readonly idPrefix?: string;
  readonly refUrl?: string;
  readonly keyword?: string;
  readonly assignedTo?: string;
}

export function toItemFilter(options: FilterOptions): ItemFilter {
  const { dataset: datasets, status, tag, excludeTag, turnTag: turnTags, ...rest } = options;
  const { idPrefix, refUrl, keyword, assignedTo } = rest;
  return definedOnly({
    datasets,
    statuses: status?.map(getStatus),
    tags: tag?.map(getTag),
    excludeTags: excludeTag?.map(getTag),
    turnTags,
    idPrefix,
    refUrl,
    keyword,
    assignedTo,
  });
}

/** A missing dataset was probably mistyped. */
export async function checkDatasets(store: CurationStore, names: readonly string[] = []): Promise<void> {
  for (const name of names) {
    if ((await store.datasets.find(name)) !== undefined) continue;
    const known = (await store.datasets.list()).map((dataset) => dataset.name);
    const hint =
      known.length === 0
        ? 'There are no datasets yet. Run: turnwise import <file>'
        : suggestValue(name, { flag: '--dataset', values: names, known });
    throw new Fault({ code: 'DATASET_UNKNOWN', message: `There is no dataset "${name}".`, hint });
  }
}

function getStatus(word: string): ItemStatus {
  const status = ItemStatus.options.find((option) => option === word);
  if (status !== undefined) return status;
  throw usageFault(`Unknown status "${word}".`, `Expected: ${ItemStatus.options.join(', ')}.`);
}

function getTag(word: string): string {
  const tag = toItemTag(word);
  if (tag !== undefined) return tag;
  throw usageFault(`"${word}" is not a valid item tag.`, 'Use group:value, such as source:sme.');
}
