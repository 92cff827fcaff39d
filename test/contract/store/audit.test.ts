import { describe, expect, it } from 'vitest';
import { engines } from './engines.ts';
import { saveItem, setStatus, toBatches, toKey, toSaving } from './items.ts';
import { toList } from './records.ts';

const key = toKey('a');

describe.each(engines)('the audit on $name', ({ makeDatabase }) => {
  it('has an event for every change, in order', async () => {
    const { curation } = await makeDatabase().open();
    await saveItem(curation, key, { actor: 'ann' });
    await toList(curation.items.changeMany(toBatches([toSaving(key, { actor: 'bob', write: { action: 'import' } })])));
    await curation.queue.serve('cat', 1);
    await setStatus(curation, key, { action: 'skip', status: 'skipped', assignedTo: null, actor: 'cat' });
    await curation.queue.serve('dan', 1);
    const subject = { dataset: 'desk', item: 'a', revision: 4, turnIndex: null };
    await curation.labels.add([
      { subject, question: 'overall', rater: 'eve', score: 1, reason: '', blind: true },
      { subject: { sample: 's' }, question: 'overall', rater: 'eve', score: 1, reason: '', blind: true },
    ]);
    await curation.datasets.create({ name: 'shop', actor: 'ann' });
    await curation.datasets.replace('shop', { value: { weight: 2 }, actor: 'ann' });
    await curation.datasets.replaceInstructions('shop', { value: 'x', actor: 'ann' });
    await curation.tags.add(['a:b'], 'ann');
    await curation.tags.add(['a:b'], 'ann');
    await curation.tags.remove(['a:b'], 'ann');
    await curation.tags.replaceSchema({ value: { groups: [] }, actor: 'ann' });
    await curation.tags.replaceGlossary({ value: { entries: {} }, actor: 'ann' });
    await curation.snapshots.save({ id: 's', hash: 'h', createdBy: 'ann', filter: {}, count: 0 }, toBatches());
    const events = await curation.audit.list({}, { limit: 100 });
    expect(events.map(({ by, action, revision }) => [by, action, revision])).toEqual([
      ['ann', 'create', 1],
      ['bob', 'import', 2],
      ['cat', 'assign', 2],
      ['cat', 'skip', 3],
      ['dan', 'draft', 4],
      ['dan', 'assign', 4],
      ['eve', 'label', 4],
      ['eve', 'label', undefined],
      ['ann', 'dataset', undefined],
      ['ann', 'dataset', undefined],
      ['ann', 'instructions', undefined],
      ['ann', 'tags', undefined],
      ['ann', 'tags', undefined],
      ['ann', 'tag-schema', undefined],
      ['ann', 'tag-glossary', undefined],
      ['ann', 'snapshot', undefined],
    ]);
    for (const event of events.slice(0, 7)) expect(event).toMatchObject({ dataset: 'desk', item: 'a' });
  });

  it('filters and pages', async () => {
    const { curation } = await makeDatabase().open();
    for (const each of [key, toKey('b'), toKey('a', 'shop'), key]) await saveItem(curation, each);
    const all = await curation.audit.list({}, { limit: 10 });
    const sequences = all.map((event) => event.sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(await curation.audit.list({ dataset: 'desk' }, { limit: 10 })).toEqual([all[0], all[1], all[3]]);
    expect(await curation.audit.list({ dataset: 'desk', item: 'a' }, { limit: 10 })).toEqual([all[0], all[3]]);
    expect(await curation.audit.list({}, { limit: 2 })).toEqual(all.slice(0, 2));
    expect(await curation.audit.list({}, { limit: 2, after: sequences[1] ?? 0 })).toEqual(all.slice(2));
    expect(await curation.audit.list({}, { limit: 2, newestFirst: {} })).toEqual(all.toReversed().slice(0, 2));
    const before = sequences[2] ?? 0;
    expect(await curation.audit.list({}, { limit: 9, newestFirst: { before } })).toEqual([all[1], all[0]]);
  });
});

describe.each(engines)('purging on $name', ({ makeDatabase }) => {
  it('erases an item and all of its data, and keeps the fact that it existed', async () => {
    const { curation } = await makeDatabase().open();
    const secret = 'secretword';
    const changes = {
      comment: secret,
      manualTags: [`topic:${secret}`],
      refs: [{ url: `http://${secret}.test`, bonus: false }],
      editedQuestion: secret,
    };
    const record = await saveItem(curation, key, { changes, write: { status: 'approved' } });
    await saveItem(curation, toKey('b'), { changes: { comment: 'stays' } });
    const subject = { dataset: 'desk', item: 'a', revision: 1, turnIndex: null };
    await curation.labels.add([{ subject, question: secret, rater: 'eve', score: 1, reason: secret, blind: true }]);
    await curation.snapshots.save({ id: 's', hash: 'h', createdBy: 'ann', filter: {}, count: 1 }, toBatches(record));

    expect(await curation.items.purge(key, 'root')).toBe(true);
    expect(await curation.items.purge(key, 'root')).toBe(false);
    expect(await curation.items.find(key)).toBeUndefined();
    expect(await curation.items.revisions(key)).toEqual([]);
    expect(await curation.items.findRevisionByEtag(key, record.etag)).toBeUndefined();
    for (const filter of [{ keyword: secret }, { tags: [`topic:${secret}`] }, { refUrl: secret }]) {
      expect(await curation.items.count(filter)).toBe(0);
    }
    expect((await curation.labels.list({}, { limit: 5 })).labels).toEqual([]);
    expect(await curation.tags.list()).toEqual([]);
    expect(await toList(curation.snapshots.items('s'))).toEqual([]);
    expect(await curation.stats()).toEqual({ datasets: 1, items: { draft: 1 }, labels: 0, raters: 0 });
    const events = await curation.audit.list({ dataset: 'desk', item: 'a' }, { limit: 10 });
    expect(events.map(({ by, action }) => [by, action])).toEqual([
      ['ann', 'create'],
      ['eve', 'label'],
      ['root', 'purge'],
    ]);
    expect(JSON.stringify(events)).not.toContain(secret);
    expect(await curation.items.find(toKey('b'))).toBeDefined();
  });

  it('lets the same key come again, as another item', async () => {
    const { curation } = await makeDatabase().open();
    await saveItem(curation, key, { write: { isSkippedByActor: true } });
    await curation.items.purge(key, 'ann');
    expect(await saveItem(curation, key)).toMatchObject({ revision: 1 });
    expect(await curation.queue.serve('ann', 1)).toHaveLength(1);
  });
});

describe.each(engines)('requests that are carried out once on $name', ({ makeDatabase }) => {
  it('keeps the first answer, by caller and key', async () => {
    const database = makeDatabase();
    const { curation } = await database.open();
    const once = { key: 'k', actor: 'ann', request: 'r' };
    expect(await curation.idempotency.find('ann', 'k')).toBeUndefined();
    const first = { request: 'r', status: 200, answer: '{"a":1}' };
    expect(await curation.idempotency.save(once, { status: 200, answer: '{"a":1}' })).toEqual(first);
    expect(await curation.idempotency.save({ ...once, request: 'x' }, { status: 201, answer: 'b' })).toEqual(first);
    expect(await (await database.open()).curation.idempotency.find('ann', 'k')).toEqual(first);
    expect(await curation.idempotency.find('bob', 'k')).toBeUndefined();
  });

  it('forgets old ones', async () => {
    let now = Date.UTC(2026, 0, 1);
    const clock = { now: () => now, elapsed: () => 0, sleep: async () => {} };
    const { curation } = await makeDatabase().open(clock);
    await curation.idempotency.save({ key: 'old', actor: 'ann', request: 'r' }, { status: 200, answer: '' });
    now += 1000;
    await curation.idempotency.save({ key: 'new', actor: 'ann', request: 'r' }, { status: 200, answer: '' });
    expect(await curation.idempotency.prune(new Date(now).toISOString())).toBe(1);
    expect(await curation.idempotency.find('ann', 'old')).toBeUndefined();
    expect(await curation.idempotency.find('ann', 'new')).toBeDefined();
  });

  it('says that it can be used', async () => {
    const { curation } = await makeDatabase().open();
    await curation.check();
    await saveItem(curation, key);
  });
});
