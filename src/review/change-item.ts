import { Fault, toError } from '../base/fault.ts';
import { diffItems, type ItemDiff } from '../curate/diff-items.ts';
import { contentFields, fromBody } from '../curate/item-content.ts';
import { isSameJson } from '../curate/same-json.ts';
import type { ItemKey, ItemRecord, ItemWrite } from '../store/item-port.ts';
import { parseIfMatch } from './if-match.ts';
import { toUnknownItem } from './item-faults.ts';
import type { ReviewContext } from './review-context.ts';

/** A change of an item by a caller who has read it. */
export interface ItemRequest {
  readonly key: ItemKey;
  readonly actor: string;
  /** The If-Match header. */
  readonly ifMatch: string | undefined;
}

export interface ChangeRules {
  /** Returns what to write, given the current item. Undefined: the item stays as it is. May throw a Fault. */
  readonly decide: (current: ItemRecord, at: string) => ItemWrite | undefined;
  /** Refuses the change if the item is assigned to someone else. */
  readonly mustBeAssignee?: boolean;
  /** The fields that the caller sent. They name what differs when the revision that the caller read is unknown. */
  readonly sent?: Readonly<Record<string, unknown>>;
}

/** Changes an item that the caller has read. Every check runs inside the write transaction. */
export async function changeItem(
  { store }: ReviewContext,
  { key, actor, ifMatch }: ItemRequest,
  { decide, mustBeAssignee = false, sent = {} }: ChangeRules,
): Promise<ItemRecord> {
  const etags = parseIfMatch(ifMatch);
  const { result: isStale, record } = await store.items.change<boolean>({
    key,
    actor,
    decide: (current, at) => {
      if (current === undefined) throw toUnknownItem(key);
      if (mustBeAssignee) checkAssignee(current, actor);
      if (!etags.includes(current.etag)) return { result: true };
      const write = decide(current, at);
      return write === undefined ? { result: false } : { result: false, write };
    },
  });
  if (record === undefined) throw toUnknownItem(key);
  if (isStale) throw new StaleItem(record, await listDiffering({ store, record, etags, sent }));
  return record;
}

function checkAssignee({ id, assignedTo }: ItemRecord, actor: string): void {
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

/** Fields that the caller sent with another value than the item has. */
function listOtherFields(sent: Readonly<Record<string, unknown>>, now: Record<string, unknown>): readonly string[] {
  return itemFields.filter((field) => sent[field] !== undefined && !isSameJson(sent[field], now[field] ?? null));
}

/** The item changed after the caller read it. Carries the current item and what differs, so that a client can merge. */
export class StaleItem extends Fault {
  readonly current: ItemRecord;
  /** JSON paths. */
  readonly differing: readonly string[];

  constructor(current: ItemRecord, differing: readonly string[]) {
    const { dataset, id } = current;
    const first = toError({
      code: 'ITEM_STALE',
      message: `The item "${id}" of dataset "${dataset}" has changed since you read it.`,
      hint: 'Merge your changes with the current item, then send them with its ETag.',
    });
    const rest = differing.map((path) => toError({ code: 'ITEM_STALE', message: 'This has changed.', path }));
    super([first, ...rest]);
    this.current = current;
    this.differing = differing;
  }
}
