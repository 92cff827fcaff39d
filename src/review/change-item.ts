import { Fault } from '../base/fault.ts';
import { diffItems, type ItemDiff } from '../curate/diff-items.ts';
import { contentFields, fromBody } from '../curate/item-content.ts';
import { isSameJson } from '../curate/same-json.ts';
import type { ItemKey, ItemRecord, ItemWrite } from '../store/item-port.ts';
import { parseIfMatch } from './if-match.ts';
import { toUnknownItem } from './item-faults.ts';
import type { ReviewContext } from './review-context.ts';
import { StaleItem } from './stale-item.ts';

/** Who wants to change which item, having read what. */
export interface ItemRequest {
  readonly key: ItemKey;
  readonly actor: string;
  /** The header as it came. */
  readonly ifMatch: string | undefined;
}

export interface ChangeRules {
  /** Says what to write into the item as it is now; nothing: it stays. May throw a Fault. */
  readonly decide: (current: ItemRecord, at: string) => ItemWrite | undefined;
  /** The actor has to hold the item, or nobody. */
  readonly mustHold?: boolean;
  /** The fields that the caller sent. They name what differs when the revision that the caller read is unknown. */
  readonly sent?: Readonly<Record<string, unknown>>;
}

/** Changes an item that the caller has read: all that decides is looked at in the moment of writing. */
export async function changeItem(
  { store }: ReviewContext,
  { key, actor, ifMatch }: ItemRequest,
  { decide, mustHold = false, sent = {} }: ChangeRules,
): Promise<ItemRecord> {
  const etags = parseIfMatch(ifMatch);
  const { result: isStale, record } = await store.items.change<boolean>({
    key,
    actor,
    decide: (current, at) => {
      if (current === undefined) throw toUnknownItem(key);
      if (mustHold) checkHolder(current, actor);
      if (!etags.includes(current.etag)) return { result: true };
      const write = decide(current, at);
      return write === undefined ? { result: false } : { result: false, write };
    },
  });
  if (record === undefined) throw toUnknownItem(key);
  if (isStale) throw new StaleItem(record, await listDiffering({ store, record, etags, sent }));
  return record;
}

function checkHolder({ id, assignedTo }: ItemRecord, actor: string): void {
  if (assignedTo === undefined || assignedTo === actor) return;
  const message = `The item "${id}" is assigned to ${assignedTo}.`;
  throw new Fault({ code: 'API_NOT_HOLDER', message, hint: 'Claim another one from the queue.' });
}

interface StaleRead {
  readonly store: ReviewContext['store'];
  readonly record: ItemRecord;
  readonly etags: readonly string[];
  readonly sent: Readonly<Record<string, unknown>>;
}

async function listDiffering({ store, record, etags, sent }: StaleRead): Promise<readonly string[]> {
  const now = fromBody(record.body, record.status);
  for (const etag of etags) {
    const read = await store.items.findRevisionByEtag(record, etag);
    if (read !== undefined) return listPaths(diffItems(fromBody(read.body, read.status), now));
  }
  return listOtherFields(sent, { ...now });
}

function listPaths({ fields, turns }: ItemDiff): readonly string[] {
  const paths = turns.flatMap(({ kind, after, before, fields: changed = [] }) => {
    if (kind === 'same') return [];
    const turn = `history[${(after ?? before)?.turnIndex ?? 0}]`;
    return kind === 'changed' ? changed.map((field) => `${turn}.${field}`) : [turn];
  });
  return [...new Set([...fields.map(({ path }) => path), ...paths])];
}

const itemFields: readonly string[] = [...contentFields, 'status'];

/** Fields that the caller sent and the item has otherwise. Those that are only answered are no part of an item. */
function listOtherFields(sent: Readonly<Record<string, unknown>>, now: Record<string, unknown>): readonly string[] {
  return itemFields.filter((field) => sent[field] !== undefined && !isSameJson(sent[field], now[field] ?? null));
}
