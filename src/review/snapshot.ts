import { createHash } from 'node:crypto';
import { definedOnly } from '../base/defined-only.ts';
import { Fault } from '../base/fault.ts';
import { toCanonicalJson } from '../base/hash.ts';
import type { SnapshotRecord } from '../store/curation-port.ts';
import type { ItemFilter, ItemKey } from '../store/item-port.ts';
import { renderItem } from './export-items.ts';
import type { ReviewContext } from './review-context.ts';
import { Spool } from './spool.ts';

/** The file format. It is part of the hash, because another shape of items is another snapshot. */
export const snapshotVersion = '1';

/**
 * Keeps the items that fit as they are now. The hash is over their exported lines, without times, and the id is made of
 * it and of the filter: the same items chosen in the same way are the same snapshot, and one that is there stays as it
 * was taken.
 */
export async function takeSnapshot(
  { store }: ReviewContext,
  { filter = { statuses: ['approved'] }, actor }: { readonly filter?: ItemFilter; readonly actor: string },
): Promise<SnapshotRecord> {
  const content = createHash('sha256').update(`${snapshotVersion}\n`);
  const revisions = new Spool<ItemKey & { readonly revision: number }>();
  let count = 0;
  try {
    for await (const record of store.items.all(filter)) {
      content.update(`${renderItem(record)}\n`);
      await revisions.add({ dataset: record.dataset, id: record.id, revision: record.revision });
      count += 1;
    }
    const hash = content.digest('hex');
    const snapshot = { id: toSnapshotId(hash, filter), hash, createdBy: actor, filter, count };
    return await store.snapshots.save(snapshot, revisions.read());
  } finally {
    await revisions.close();
  }
}

function toSnapshotId(hash: string, filter: ItemFilter): string {
  return `s-${createHash('sha256')
    .update(`${hash}\n${toCanonicalJson(filter)}`)
    .digest('hex')
    .slice(0, 16)}`;
}

export async function getSnapshot({ store }: ReviewContext, id: string): Promise<SnapshotRecord> {
  const record = await store.snapshots.find(id);
  if (record !== undefined) return record;
  const message = `There is no snapshot "${id}".`;
  throw new Fault({
    code: 'SNAPSHOT_UNKNOWN',
    message,
    hint: 'List the snapshots with GET /v1/snapshots or `turnwise snapshot list`.',
  });
}

/** The file of a snapshot, piece by piece. It has no times in it, and imports again. */
export async function* renderSnapshot(context: ReviewContext, record: SnapshotRecord): AsyncGenerator<string> {
  yield* renderHead(context, record, '{');
  yield ',"items":[';
  let separator = '\n';
  for await (const item of context.store.snapshots.items(record.id)) {
    yield separator + renderItem(item);
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** A snapshot in a list. */
export function toSnapshotManifest({ id, hash, createdAt, createdBy, filter, count }: SnapshotRecord) {
  const filters = toFilterWords(filter);
  return { id, schemaVersion: snapshotVersion, contentHash: hash, count, filters, createdAt, createdBy };
}

/** The manifest alone: what the file says before its items, and when and by whom the snapshot was taken. */
export async function* renderManifest(context: ReviewContext, record: SnapshotRecord): AsyncGenerator<string> {
  const { id, createdAt, createdBy } = record;
  yield* renderHead(context, record, `${JSON.stringify({ id, createdAt, createdBy }).slice(0, -1)},`);
  yield '}\n';
}

async function* renderHead({ store }: ReviewContext, record: SnapshotRecord, open: string): AsyncGenerator<string> {
  const contentHash = record.hash;
  const filters = toFilterWords(record.filter);
  const keys = new Spool<readonly [dataset: string, id: string]>();
  const datasets = new Set<string>();
  let count = 0;
  try {
    for await (const { dataset, id } of store.snapshots.items(record.id)) {
      datasets.add(dataset);
      count += 1;
      await keys.add([dataset, id]);
    }
    const head = { schemaVersion: snapshotVersion, contentHash, filters, datasetNames: [...datasets], count };
    yield `${open}${JSON.stringify(head).slice(1, -1)},"itemKeys":[`;
    let separator = '';
    for await (const key of keys.read()) {
      yield separator + JSON.stringify(key);
      separator = ',';
    }
    yield ']';
  } finally {
    await keys.close();
  }
}

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
