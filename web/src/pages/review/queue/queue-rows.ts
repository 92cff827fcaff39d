import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import { type ApprovalRules, listMissing } from '../../../../../src/curate/approval.ts';
import { toTurns } from '../../../../../src/curate/conversation-view.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { findFirstQuestion } from '../first-question.ts';

/** What the queue shows of an item. */
export interface QueueRow extends ItemKey {
  /** What the user says first. */
  readonly title: string;
  readonly turns: number;
  /** How many things keep it from being approved; 0: it is ready. */
  readonly missing: number;
  /** The item that it is a copy of, to be reworded. */
  readonly copyOf: string | undefined;
}

const queueFilters = ['all', 'blocked', 'ready'] as const;
export type QueueFilter = (typeof queueFilters)[number];

const copyTag = 'rephrase:';

export function toQueueRow(item: ItemAnswer, rules: ApprovalRules): QueueRow {
  const turns = toTurns(item);
  return {
    dataset: item.datasetName,
    id: item.id,
    title: findFirstQuestion(item),
    turns: turns.length,
    missing: listMissing(item, rules).length,
    copyOf: item.manualTags.find((tag) => tag.startsWith(copyTag))?.slice(copyTag.length),
  };
}

export function filterQueue(rows: readonly QueueRow[], filter: QueueFilter): readonly QueueRow[] {
  if (filter === 'all') return rows;
  return rows.filter(({ missing }) => (filter === 'ready' ? missing === 0 : missing > 0));
}

/** The one behind it, round the end. */
export function toNextFilter(filter: QueueFilter): QueueFilter {
  return queueFilters[(queueFilters.indexOf(filter) + 1) % queueFilters.length] ?? 'all';
}

/** The neighbor of an item in the queue; from outside it, the first or the last. undefined: there is none. */
export function findNeighbor(rows: readonly ItemKey[], current: ItemKey | undefined, by: 1 | -1): ItemKey | undefined {
  const at = rows.findIndex((row) => isSameKey(row, current));
  if (at === -1) return by === 1 ? rows[0] : rows.at(-1);
  return rows[at + by];
}

export function isSameKey(a: ItemKey, b: ItemKey | undefined): boolean {
  return a.id === b?.id && a.dataset === b.dataset;
}
