import type { StatementSync } from 'node:sqlite';
import type { ItemStatus } from '../../conversation/item/item.ts';
import type { TagKind } from '../tables/curation-tables.ts';

type TagLists = Readonly<Record<TagKind, readonly string[]>>;

const kinds: readonly TagKind[] = ['manual', 'computed', 'turn'];

/** Adds up what a transaction does to the counts, so that each count is written once. */
export class CurationCounts {
  readonly #countItems: StatementSync;
  readonly #countTag: StatementSync;
  readonly #items = new Map<number, Map<ItemStatus, number>>();
  readonly #tags: Readonly<Record<TagKind, Map<string, number>>> = {
    manual: new Map(),
    computed: new Map(),
    turn: new Map(),
  };

  constructor(statements: { readonly countItems: StatementSync; readonly countTag: StatementSync }) {
    this.#countItems = statements.countItems;
    this.#countTag = statements.countTag;
  }

  /** An item comes (1) or goes (-1). Tags of deleted items do not count. */
  add(item: { readonly dataset: number; readonly status: ItemStatus; readonly tags: TagLists }, count: 1 | -1): void {
    const statuses = this.#items.get(item.dataset) ?? new Map<ItemStatus, number>();
    this.#items.set(item.dataset, statuses);
    addTo(statuses, item.status, count);
    if (item.status === 'deleted') return;
    for (const kind of kinds) for (const tag of item.tags[kind]) addTo(this.#tags[kind], tag, count);
  }

  write(): void {
    for (const [dataset, statuses] of this.#items) {
      for (const [status, count] of statuses) if (count !== 0) this.#countItems.run(dataset, status, count);
    }
    for (const kind of kinds) {
      for (const [tag, count] of this.#tags[kind]) if (count !== 0) this.#countTag.run(kind, tag, count);
    }
    this.clear();
  }

  clear(): void {
    this.#items.clear();
    for (const kind of kinds) this.#tags[kind].clear();
  }
}

function addTo<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
