import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../../src/store/archive/read-archive.ts';
import { writeArchive } from '../../../src/store/archive/write-archive.ts';
import type { ArchiveRow } from '../../../src/store/archive-port.ts';
import type { Store } from '../../../src/store/port.ts';
import { engines } from './engines.ts';
import { makeTurn, saveItem, toKey } from './items.ts';
import { createRun, recordConversation, toList } from './records.ts';

const key = toKey('a');

/** A store with something in every corner: a run, items with a past, labels, settings, a snapshot. */
async function fill(store: Store): Promise<void> {
  const { items, labels, tags, snapshots, once, datasets } = store.curation;
  const run = await createRun(store);
  await recordConversation(run);
  await run.close('ended');
  for (const id of ['a', 'b', 'last']) {
    await saveItem(store.curation, toKey(id), { changes: { history: say(`Where is order ${id}?`) } });
  }
  const changes = { history: say('Where is my parcel? \ud800\u0000') };
  await saveItem(store.curation, key, { changes, write: { status: 'approved' } });
  await items.purge(toKey('last'), 'ann');
  const subject = { dataset: key.dataset, item: key.id, revision: 2, turnIndex: null };
  await labels.add([{ subject, question: 'overall', rater: 'ann', score: 2, reason: 'good', blind: true }]);
  await tags.add(['topic:x'], 'ann');
  await tags.replaceGlossary({ value: { entries: { topic: 'What it is about.' } }, actor: 'ann' });
  await datasets.replaceInstructions(key.dataset, { value: '# How', actor: 'ann' });
  const filter = { statuses: ['approved'] as const };
  await snapshots.save(
    { id: 's-1', hash: 'h', createdBy: 'ann', filter, count: 1 },
    (async function* () {
      yield { ...key, revision: 2 };
    })(),
  );
  await once.save({ key: 'k', actor: 'ann', request: 'r' }, { status: 200, answer: '{}' });
  await store.curation.queue.serve('ben', 1);
}

function say(msg: string) {
  return [
    makeTurn('user', msg, { tags: ['intro'] }),
    makeTurn('assistant', 'On its way.', { refs: [{ url: 'https://docs.example.com/parcels' }] }),
  ];
}

async function* toStream<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

async function packed(store: Store): Promise<Buffer> {
  const pieces = writeArchive(store.archive, { createdAt: '2026-11-15T00:00:00.000Z', count: { rows: 0 } });
  return Buffer.concat(await toList(pieces));
}

function unpacked(bytes: Uint8Array): Promise<readonly ArchiveRow[]> {
  return toList(readArchive(toStream([bytes]), { file: 'x.backup', version: 2 }));
}

describe.each(engines)('the archive of $name', (engine) => {
  it('brings everything to another database, also what is found by words', async () => {
    const [from, to] = [await engine.makeDatabase().open(), await engine.makeDatabase().open()];
    await fill(from);
    await to.archive.load(readArchive(toStream([await packed(from)]), { file: 'x', version: to.archive.version }));
    expect(await toList(to.archive.dump())).toEqual(await toList(from.archive.dump()));
    for (const store of [from, to]) {
      const { items, labels, audit, tags, snapshots } = store.curation;
      expect((await items.list({ keyword: 'parcel', limit: 10 })).records.map(({ id }) => id)).toEqual(['a']);
      expect((await items.list({ refUrl: 'EXAMPLE.com/par', limit: 10 })).records).toHaveLength(2);
      expect(await items.find(key)).toEqual(await from.curation.items.find(key));
      expect(await items.revisions(key)).toHaveLength(2);
      expect((await labels.list({}, { limit: 10 })).labels).toHaveLength(1);
      expect((await audit.list({}, { limit: 100 })).length).toBeGreaterThan(5);
      expect((await tags.glossary()).value.entries).toEqual({ topic: 'What it is about.' });
      expect(await toList(snapshots.items('s-1'))).toHaveLength(1);
      expect(await toList(store.runs.conversations('run-1'))).toHaveLength(1);
    }
  });

  it('is of one moment, while others write', async () => {
    const store = await engine.makeDatabase().open();
    await fill(store);
    const whole = await toList(store.archive.dump());
    const rows = store.archive.dump()[Symbol.asyncIterator]();
    const seen = [(await rows.next()).value];
    await saveItem(store.curation, toKey('later'));
    for (let next = await rows.next(); next.done !== true; next = await rows.next()) seen.push(next.value);
    expect(seen).toEqual(whole);
  });

  it('goes on counting where the numbers were, also of items that are gone', async () => {
    const [from, to] = [await engine.makeDatabase().open(), await engine.makeDatabase().open()];
    await fill(from);
    await to.archive.load(from.archive.dump());
    const made = await Promise.all([from, to].map(({ curation }) => saveItem(curation, toKey('last'))));
    expect(made[1]?.etag).toBe(made[0]?.etag);
    expect(made[1]?.etag).not.toBe('3-1');
  });

  it('is refused by a database that holds something', async () => {
    const store = await engine.makeDatabase().open();
    await saveItem(store.curation, key);
    await expect(store.archive.load(toStream([]))).rejects.toMatchObject({ code: 'STORE_NOT_EMPTY' });
  });

  it.each<[string, readonly ArchiveRow[]]>([
    ['a table that is none of ours', [{ table: 'sqlite_master', row: { a: 1 } }]],
    ['a column that is not there', [{ table: 'raters', row: { name: 'a', odd: 1 } }]],
    ['a row without what it needs', [{ table: 'raters', row: { name: 'a' } }]],
    ['a row twice', [1, 2].map(() => ({ table: 'raters', row: { name: 'a', labels: 1 } }))],
  ])('refuses %s, and keeps nothing', async (_title, rows) => {
    const store = await engine.makeDatabase().open();
    const good = { table: 'raters', row: { name: 'good', labels: 1 } };
    await expect(store.archive.load(toStream([good, ...rows]))).rejects.toMatchObject({ code: 'BACKUP_UNREADABLE' });
    await store.archive.load(toStream([{ table: 'counters', row: { name: 'sequence', value: 7 } }]));
  });

  it('keeps nothing of a file that was cut off or changed anywhere', async () => {
    const store = await engine.makeDatabase().open();
    await fill(store);
    const bytes = await packed(store);
    expect((await unpacked(bytes)).length).toBeGreaterThan(20);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.boolean(), async (at, isCut) => {
        const changed = Buffer.from(isCut ? bytes.subarray(0, at) : bytes);
        // Bytes 3 to 9 are the date, flags and system of the gzip head, which mean nothing.
        if (!isCut) changed[at < 10 ? 10 : at] = (changed[at < 10 ? 10 : at] ?? 0) ^ 0x55;
        await expect(unpacked(changed)).rejects.toMatchObject({ code: 'BACKUP_UNREADABLE' });
      }),
    );
  });
});

it('says when a backup is of a newer version', async () => {
  const bytes = await toList(
    writeArchive(
      { version: 99, dump: () => toStream<ArchiveRow>([]), load: async () => {} },
      { createdAt: 'now', count: { rows: 0 } },
    ),
  );
  await expect(unpacked(Buffer.concat(bytes))).rejects.toMatchObject({ code: 'STORE_NEWER' });
});
