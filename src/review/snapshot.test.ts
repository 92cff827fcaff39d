import { describe, expect, it } from 'vitest';
import { listFaults, openReviewDesk, type ReviewDesk } from '../../test/support/review-desk.ts';
import { diffSnapshots } from './diff-snapshots.ts';
import { exportItems } from './export-items.ts';
import { getSnapshot, renderManifest, renderSnapshot, takeSnapshot } from './snapshot.ts';

const talk = {
  history: [
    { role: 'user', msg: 'q', tags: ['x'] },
    {
      role: 'assistant',
      msg: 'a\u2028\ud800',
      refs: [{ url: 'http://a', bonus: false }],
      answerKey: { mustMention: ['a'] },
    },
  ],
};

async function join(pieces: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(pieces)).join('');
}

async function openDesk(...items: readonly object[]): Promise<ReviewDesk> {
  const desk = await openReviewDesk();
  await desk.import(items);
  return desk;
}

describe('exportItems', () => {
  it('is byte-identical after an import elsewhere, middle states and unknown fields included', async () => {
    const desk = await openDesk(
      { ...talk, id: 'b', status: 'approved', origin: { file: 1 } },
      { ...talk, id: 'a', status: 'in-review', refs: [{ url: 'http://t', turnIndex: 1 }] },
      { id: 'c', synthQuestion: 'q', manualTags: 'source:sme, topic:x', weight: 2 },
      { ...talk, id: 'd', status: 'skipped' },
    );
    const first = await join(exportItems(desk.context, {}));
    const other = await openReviewDesk();
    await other.import(
      first
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    expect(await join(exportItems(other.context, {}))).toBe(first);
    expect(first.split('\n').map((line) => line.slice(0, 9))).toEqual([
      '{"id":"a"',
      '{"id":"b"',
      '{"id":"c"',
      '{"id":"d"',
      '',
    ]);
  });

  it('leaves out what is deleted, and times unless they are asked for', async () => {
    const desk = await openDesk({ ...talk, id: 'a' }, { ...talk, id: 'b', status: 'deleted' });
    const plain = await join(exportItems(desk.context, {}));
    expect(plain.match(/"id":"[ab]"/g)).toEqual(['"id":"a"']);
    expect(plain).not.toContain('updatedAt');
    expect(JSON.parse(await join(exportItems(desk.context, {}, { withAudit: true })))).toMatchObject({
      updatedBy: 'ann',
    });
  });
});

describe('a snapshot', () => {
  it('is the same bytes while nothing has changed, and imports', async () => {
    const desk = await openDesk(
      { ...talk, id: 'b', status: 'approved' },
      { ...talk, id: 'a', status: 'approved' },
      { ...talk, id: 'c' },
    );
    const record = await takeSnapshot(desk.context, { actor: 'ann' });
    const text = await join(renderSnapshot(desk.context, record));
    const again = await takeSnapshot(desk.context, { actor: 'bob' });
    expect(again).toEqual(record);
    expect(await join(renderSnapshot(desk.context, again))).toBe(text);
    const file = JSON.parse(text);
    expect(file).toMatchObject({ schemaVersion: '1', contentHash: record.hash, count: 2, datasetNames: ['demo'] });
    expect(file.itemKeys).toEqual([
      ['demo', 'a'],
      ['demo', 'b'],
    ]);
    expect(text).not.toContain('2026-');
    const other = await openReviewDesk();
    await other.import(file.items);
    expect(await takeSnapshot(other.context, { actor: 'cat' })).toMatchObject({ id: record.id, hash: record.hash });
  });

  it('keeps its items as they were, whatever becomes of them', async () => {
    const desk = await openDesk({ ...talk, id: 'a', status: 'approved' });
    const record = await takeSnapshot(desk.context, { actor: 'ann' });
    const text = await join(renderSnapshot(desk.context, record));
    await desk.put('a', { comment: 'later', manualTags: ['source:sme'] });
    expect(await join(renderSnapshot(desk.context, record))).toBe(text);
    expect((await takeSnapshot(desk.context, { actor: 'ann' })).count).toBe(0);
  });

  it('has a manifest with its time and without its items', async () => {
    const desk = await openDesk({ ...talk, id: 'a' });
    const record = await takeSnapshot(desk.context, { actor: 'ann', filter: { statuses: ['draft'] } });
    const manifest = JSON.parse(await join(renderManifest(desk.context, record)));
    expect(manifest).toMatchObject({
      id: record.id,
      createdBy: 'ann',
      filters: { status: ['draft'] },
      itemKeys: [['demo', 'a']],
    });
    expect(manifest).not.toHaveProperty('items');
  });

  it('differs from another by items, and within an item by turns', async () => {
    const items = ['a', 'b', 'c'].map((id) => ({ ...talk, id, status: 'approved' }));
    const desk = await openDesk(...items);
    const from = await takeSnapshot(desk.context, { actor: 'ann' });
    const { history = [] } = await desk.read('b');
    await desk.put('b', {
      history: [
        { ...history[0], msg: 'Q' },
        { ...history[1], answerKey: { mustMention: ['a'] } },
      ],
    });
    const blocked = (await desk.read('b')).history?.[1];
    await desk.put('b', {
      history: [(await desk.read('b')).history?.[0], { ...blocked, answerKey: { mustMention: ['a'] } }],
      status: 'approved',
    });
    await desk.put('a', { status: 'skipped' });
    await desk.import([{ ...talk, id: 'd', status: 'approved' }]);
    const to = await takeSnapshot(desk.context, { actor: 'ann' });
    const diff = await diffSnapshots(desk.context, from.id, to.id);
    expect(diff).toMatchObject({
      added: [{ dataset: 'demo', id: 'd' }],
      removed: [{ dataset: 'demo', id: 'a' }],
      changed: [{ id: 'b', diff: { fields: [], turns: [{ kind: 'changed', fields: ['msg'] }, { kind: 'same' }] } }],
    });
    expect(await diffSnapshots(desk.context, to.id, to.id)).toMatchObject({ added: [], removed: [], changed: [] });
  });

  it('pairs items by key, whatever the letters', async () => {
    const ids = ['Z', 'a', 'ä', '\uffee', '😀'];
    const desk = await openDesk(...ids.map((id) => ({ ...talk, id, status: 'approved' })));
    const from = await takeSnapshot(desk.context, { actor: 'ann' });
    await desk.put('😀', { status: 'draft' });
    const to = await takeSnapshot(desk.context, { actor: 'ann' });
    expect(await diffSnapshots(desk.context, from.id, to.id)).toMatchObject({
      added: [],
      removed: [{ id: '😀' }],
      changed: [],
    });
    expect(await diffSnapshots(desk.context, to.id, from.id)).toMatchObject({
      added: [{ id: '😀' }],
      removed: [],
      changed: [],
    });
  });

  it('is unknown under another id', async () => {
    const desk = await openReviewDesk();
    expect(await listFaults(getSnapshot(desk.context, 's-none'))).toEqual(['SNAPSHOT_UNKNOWN']);
    expect(await listFaults(diffSnapshots(desk.context, 's-1', 's-2'))).toEqual(['SNAPSHOT_UNKNOWN']);
  });
});
