import type { ItemStatus } from '../../../../../src/conversation/item/item.ts';

export interface StatusCount {
  readonly status: ItemStatus;
  readonly count: number;
}

const words: Readonly<Record<ItemStatus, readonly [one: string, many: string]>> = {
  approved: ['approved', 'approved'],
  draft: ['draft', 'drafts'],
  'in-review': ['in review', 'in review'],
  'awaiting-adjudication': ['needs adjudication', 'need adjudication'],
  skipped: ['skipped', 'skipped'],
  deleted: ['deleted', 'deleted'],
};

/** "27 conversations: 9 approved, 15 drafts, 3 skipped"; without the parts where all are alike. */
export function toMixWords(mix: readonly StatusCount[]): string {
  const total = toConversations(mix.reduce((sum, { count }) => sum + count, 0));
  return isMixed(mix) ? `${total}: ${listPresent(mix).map(toPart).join(', ')}` : total;
}

/** Whether they stand in different places of the review. */
export function isMixed(mix: readonly StatusCount[]): boolean {
  return listPresent(mix).length > 1;
}

export function toConversations(count: number): string {
  return count === 1 ? '1 conversation' : `${count.toLocaleString('en')} conversations`;
}

function listPresent(mix: readonly StatusCount[]): readonly StatusCount[] {
  return mix.filter(({ count }) => count > 0);
}

function toPart({ status, count }: StatusCount): string {
  const [one, many] = words[status];
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
