import { describe, expect, it } from 'vitest';
import type { CurationStore } from '../../../src/store/curation-port.ts';
import type { ItemChange, ItemOutcome } from '../../../src/store/item-port.ts';
import { engines } from './engines.ts';
import { makeContent, saveItem, setStatus, toBatches, toKey, toSaving } from './items.ts';
import { toList } from './records.ts';

const key = toKey('a');

describe.each(engines)('items on $name', ({ makeDatabase }) => {
  it('keeps an item as it was written, also for another process', async () => {
    const database = makeDatabase();
    const { curation } = await database.open();
    const content = makeContent(key, { comment: 'half a pair \ud800, NUL \0, __proto__, \u{1f600}' });
    const { result, record } = await curation.items.change({
      key,
      actor: 'ann',
      decide: (current, at) => ({
        result: { current, at },
        write: { action: 'create', status: 'draft', content },
      }),
    });
    expect(result.current).toBeUndefined();
    expect(record).toEqual({
      ...key,
      status: 'draft',
      revision: 1,
      etag: expect.any(String),
      createdAt: result.at,
      updatedAt: result.at,
      updatedBy: 'ann',
      body: content.body,
    });
    expect(await curation.items.find(key)).toEqual(record);
    expect(await (await database.open()).curation.items.find(key)).toEqual(record);
  });

  it('tells items apart by dataset and id as they are written, spaces and case included', async () => {
    const { curation } = await makeDatabase().open();
    const keys = [
      toKey('a'),
      toKey('A'),
      toKey(' a'),
      toKey('a', 'Desk'),
      toKey("a'; drop table items --"),
      toKey('ä'),
    ];
    for (const each of keys) await saveItem(curation, each);
    for (const each of keys) expect(await curation.items.find(each)).toMatchObject({ ...each, revision: 1 });
    expect(await curation.items.find(toKey('b'))).toBeUndefined();
    expect(await curation.items.find(toKey('a', 'elsewhere'))).toBeUndefined();
  });

  it('changes nothing when nothing is to be written', async () => {
    const { curation } = await makeDatabase().open();
    const before = await saveItem(curation, key);
    const look: ItemChange<string> = { key, actor: 'bob', decide: () => ({ result: 'seen' }) };
    expect(await curation.items.change(look)).toEqual({ result: 'seen', record: before });
    expect(await curation.items.change({ ...look, key: toKey('b') })).toEqual({ result: 'seen' });
    expect(await curation.items.find(key)).toEqual(before);
    expect(await curation.audit.list({}, { limit: 10 })).toHaveLength(1);
  });

  it('leaves what a change does not name, and clears what it sets to null', async () => {
    const { curation } = await makeDatabase().open();
    const reviewedAt = '2026-01-02T03:04:05.000Z';
    await saveItem(curation, key, { write: { assignedTo: 'ann' } });
    const approved = await setStatus(curation, key, { action: 'approve', status: 'approved', reviewedAt });
    expect(approved).toMatchObject({ reviewedAt, assignedTo: 'ann', assignedAt: expect.any(String), revision: 2 });
    const kept = await setStatus(curation, key, { action: 'edit', status: 'approved', assignedTo: 'ann' });
    expect(kept).toMatchObject({ reviewedAt, assignedAt: approved.assignedAt });
    const cleared = await setStatus(curation, key, {
      action: 'draft',
      status: 'draft',
      reviewedAt: null,
      assignedTo: null,
    });
    expect(cleared).not.toHaveProperty('reviewedAt');
    expect(cleared).not.toHaveProperty('assignedTo');
    expect(cleared).not.toHaveProperty('assignedAt');
    expect(cleared.body).toBe(approved.body);
    expect(await curation.items.find(key)).toEqual(cleared);
  });

  it('gives every change another ETag, also after a purge', async () => {
    const { curation } = await makeDatabase().open();
    const etags = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      for (let edit = 0; edit < 4; edit += 1) etags.add((await saveItem(curation, key)).etag);
      await curation.items.purge(key, 'ann');
    }
    expect(etags.size).toBe(3 * 4);
  });

  it('shows each change the one before, however many come at once', async () => {
    const database = makeDatabase();
    const stores = [(await database.open()).curation, (await database.open()).curation];
    await saveItem(stores[0] as CurationStore, key, { changes: { comment: '' } });
    const append = (mark: number): ItemChange<number> => ({
      key,
      actor: `client-${mark}`,
      decide: (current) => {
        const { comment } = JSON.parse(current?.body ?? '{}');
        const content = makeContent(key, { comment: `${comment}${mark};` });
        return { result: current?.revision ?? 0, write: { action: 'edit', status: 'draft', content } };
      },
    });
    const marks = Array.from({ length: 100 }, (_, mark) => mark);
    const outcomes = await Promise.all(
      marks.map((mark) => (stores[mark % 2] as CurationStore).items.change(append(mark))),
    );
    const last = await stores[0]?.items.find(key);
    expect(last?.revision).toBe(101);
    const written: string[] = JSON.parse(last?.body ?? '').comment.split(';');
    expect(
      written
        .filter((mark) => mark !== '')
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual(marks);
    expect(new Set(outcomes.map((outcome) => outcome.result)).size).toBe(100);
    expect(new Set(outcomes.map((outcome) => outcome.record?.etag)).size).toBe(100);
  });

  it('rejects only the change whose decision throws', async () => {
    const { curation } = await makeDatabase().open();
    const refused = new Error('not me');
    const changes = ['a', 'b', 'c'].map((id) => toSaving(toKey(id)));
    const refusing: ItemChange<string> = {
      ...toSaving(toKey('x')),
      decide: () => {
        throw refused;
      },
    };
    const settled = await Promise.allSettled(
      [...changes.slice(0, 2), refusing, ...changes.slice(2)].map((change) => curation.items.change(change)),
    );
    expect(settled.map((each) => each.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(settled[2]).toMatchObject({ reason: refused });
    expect(await curation.items.count({})).toBe(3);
  });

  it('rejects only the change that would make an item of nothing', async () => {
    const { curation } = await makeDatabase().open();
    const settled = await Promise.allSettled([
      saveItem(curation, toKey('a')),
      setStatus(curation, toKey('b'), { action: 'draft', status: 'draft' }),
      saveItem(curation, toKey('c')),
    ]);
    expect(settled.map((each) => each.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await curation.datasets.list()).toMatchObject([{ counts: { draft: 2 } }]);
  });

  it('has the revisions of an item, newest first, each with the content of its time', async () => {
    const { curation } = await makeDatabase().open();
    const first = await saveItem(curation, key, { changes: { comment: 'one' } });
    const second = await saveItem(curation, key, { actor: 'bob', changes: { comment: 'two' } });
    const third = await setStatus(curation, key, { action: 'approve', status: 'approved' });
    const revisions = await curation.items.revisions(key);
    expect(revisions.map(({ revision, by, action, status }) => [revision, by, action, status])).toEqual([
      [3, 'ann', 'approve', 'approved'],
      [2, 'bob', 'edit', 'draft'],
      [1, 'ann', 'create', 'draft'],
    ]);
    expect(revisions.map((revision) => revision.etag)).toEqual([third.etag, second.etag, first.etag]);
    expect(revisions.map((revision) => JSON.parse(revision.body).comment)).toEqual(['two', 'two', 'one']);
    expect(await curation.items.revisions(key, { limit: 1, before: 3 })).toEqual([revisions[1]]);
    expect(await curation.items.findRevision(key, 1)).toEqual(revisions[2]);
    expect(await curation.items.findRevision(key, 4)).toBeUndefined();
    expect(await curation.items.findRevisionByEtag(key, second.etag)).toEqual(revisions[1]);
    for (const etag of ['', 'x', `${second.etag}0`, '*', '-', second.etag.replace(/^./, 'z')]) {
      expect(await curation.items.findRevisionByEtag(key, etag)).toBeUndefined();
    }
    expect(await curation.items.revisions(toKey('none'))).toEqual([]);
  });

  it('finds an item as it was read when it was claimed from the queue', async () => {
    const { curation } = await makeDatabase().open();
    const created = await saveItem(curation, key);
    const [held] = await curation.queue.serve('ann', 1);
    await saveItem(curation, key, { changes: { comment: 'later' } });
    expect(held?.etag).not.toBe(created.etag);
    expect(await curation.items.findRevisionByEtag(key, held?.etag ?? '')).toMatchObject({ revision: 1 });
  });

  it('finds approved items that ask the same, and no others', async () => {
    const { curation } = await makeDatabase().open();
    const changes = { editedQuestion: 'Where is it?' };
    const { index } = makeContent(key, changes);
    await saveItem(curation, key, { changes });
    expect((await curation.items.findApprovedQuestions(index.questionKeys)).size).toBe(0);
    await setStatus(curation, key, { action: 'approve', status: 'approved' });
    await saveItem(curation, toKey('b'), { changes, write: { status: 'approved' } });
    const found = await curation.items.findApprovedQuestions([...index.questionKeys, 'unknown']);
    expect([...found.keys()].toSorted()).toEqual([...index.questionKeys].toSorted());
    await setStatus(curation, toKey('b'), { action: 'draft', status: 'draft' });
    await saveItem(curation, key, { changes: { history: [] }, write: { status: 'approved' } });
    expect((await curation.items.findApprovedQuestions(index.questionKeys)).size).toBe(0);
  });
});

async function importAll(
  curation: CurationStore,
  ids: readonly (readonly string[])[],
  keepsAll?: () => boolean,
): Promise<readonly ItemOutcome<string>[]> {
  const batches = ids.map((batch) => batch.map((id) => toSaving(toKey(id))));
  return (await toList(curation.items.changeMany(toBatches(...batches), keepsAll))).flat();
}

describe.each(engines)('many items at once on $name', ({ makeDatabase }) => {
  it('writes batches, a later change seeing what an earlier one wrote', async () => {
    const { curation } = await makeDatabase().open();
    const outcomes = await importAll(curation, [['a', 'b', 'a'], [], ['b', 'c']]);
    expect(outcomes.map((outcome) => outcome.result)).toEqual(['created', 'created', 'updated', 'updated', 'created']);
    expect(outcomes.map((outcome) => outcome.record?.revision)).toEqual([1, 1, 2, 2, 1]);
    expect(await curation.items.count({})).toBe(3);
    expect(await curation.datasets.list()).toMatchObject([{ name: 'desk', counts: { draft: 3 } }]);
  });

  it('has a batch on disk before the next is asked for', async () => {
    const database = makeDatabase();
    const { curation } = await database.open();
    const other = (await database.open()).curation;
    const counts: number[] = [];
    async function* batches() {
      for (const id of ['a', 'b', 'c']) {
        yield [toSaving(toKey(id))];
        counts.push(await other.items.count({}));
      }
    }
    await toList(curation.items.changeMany(batches()));
    expect(counts).toEqual([1, 2, 3]);
  });

  it('keeps all or nothing on request', async () => {
    const { curation } = await makeDatabase().open();
    const outcomes = await importAll(curation, [['a', 'b'], ['a']], () => false);
    expect(outcomes.map((outcome) => outcome.result)).toEqual(['created', 'created', 'updated']);
    expect(await curation.items.count({})).toBe(0);
    expect(await curation.datasets.list()).toEqual([]);
    await importAll(curation, [['a', 'b'], ['a']], () => true);
    expect(await curation.datasets.list()).toMatchObject([{ counts: { draft: 2 } }]);
    expect((await curation.items.list({ keyword: 'order', limit: 5 })).records).toHaveLength(2);
  });

  it('shows nothing that is not committed yet, and lets other writers wait and continue', async () => {
    const { curation } = await makeDatabase().open();
    await saveItem(curation, toKey('z'));
    const seen: unknown[] = [];
    let waiting: Promise<unknown> | undefined;
    async function* batches() {
      yield [toSaving(toKey('a'))];
      seen.push(await curation.items.find(toKey('a')), (await curation.items.list({ limit: 5 })).records.length);
      seen.push((await curation.items.find(toKey('z')))?.id);
      waiting = saveItem(curation, toKey('b'));
      yield [toSaving(toKey('c'))];
    }
    await toList(curation.items.changeMany(batches(), () => true));
    await waiting;
    expect(seen).toEqual([undefined, 1, 'z']);
    expect(await curation.items.count({})).toBe(4);
  });

  it('keeps nothing of a batch in which a decision throws, and what was committed before', async () => {
    const { curation } = await makeDatabase().open();
    const refusing: ItemChange<string> = {
      ...toSaving(toKey('x')),
      decide: () => {
        throw new Error('no');
      },
    };
    const batches = () => toBatches([toSaving(toKey('a'))], [toSaving(toKey('b')), refusing]);
    await expect(toList(curation.items.changeMany(batches(), () => true))).rejects.toThrow('no');
    expect(await curation.items.count({})).toBe(0);
    await expect(toList(curation.items.changeMany(batches()))).rejects.toThrow('no');
    expect(await curation.items.count({})).toBe(1);
    await saveItem(curation, toKey('b', 'another'));
    expect(await curation.datasets.list()).toMatchObject([{ counts: { draft: 1 } }, { counts: { draft: 1 } }]);
  });

  it('keeps nothing when the reader of the outcomes stops', async () => {
    const { curation } = await makeDatabase().open();
    const batches = toBatches([toSaving(toKey('a'))], [toSaving(toKey('b'))]);
    for await (const _ of curation.items.changeMany(batches, () => true)) break;
    expect(await curation.items.count({})).toBe(0);
    await saveItem(curation, toKey('c'));
    expect(await curation.items.count({})).toBe(1);
  });
});
