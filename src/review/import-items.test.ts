import { describe, expect, it } from 'vitest';
import { document003 } from '../../test/support/document-003.ts';
import { listFaults, openReviewDesk, type ReviewDesk, toSource } from '../../test/support/review-desk.ts';
import { toError } from '../base/fault.ts';
import { importItems } from './import-items.ts';
import type { ImportResult, Incoming } from './import-report.ts';
import { deleteItem } from './item-life.ts';

const question = { role: 'user', msg: 'May I send it back?' };
const answer = { role: 'assistant', msg: 'Within 14 days.' };
const talk = { id: 'a', history: [question, answer] };
const changed = { ...talk, history: [question, { ...answer, msg: 'Never.' }] };
const unfinished = { id: 'a', history: [question] };

function listVerdicts(results: readonly ImportResult[]): readonly string[] {
  return results.map(({ id = '?', verdict, problems = [] }) =>
    [id, verdict, ...problems.map(({ code }) => code)].join(' '),
  );
}

async function remove(desk: ReviewDesk, id: string): Promise<void> {
  const { _etag } = await desk.read(id);
  await deleteItem(desk.context, { key: { dataset: 'demo', id }, actor: 'ann', ifMatch: `"${_etag}"` });
}

describe('importItems', () => {
  it("keeps document 003's example in its turns as it was given, and warns that the answer is out of step", async () => {
    const desk = await openReviewDesk();
    const { results, counts } = await desk.import([document003]);
    expect(counts).toMatchObject({ created: 1, failed: 0 });
    expect(results[0]?.warnings?.map(({ code }) => code)).toContain('ANSWER_OUT_OF_STEP');
    const shown = await desk.read('example-1');
    expect(shown).toMatchObject(document003);
    expect(shown._warnings).toContainEqual(expect.objectContaining({ code: 'ANSWER_OUT_OF_STEP', path: 'answer' }));
    expect(shown.totalReferences).toBe(3);
  });

  it('reads items without history, and plain messages', async () => {
    const desk = await openReviewDesk();
    const plain = { id: 'b', messages: [{ role: 'user', content: 'hi' }], tags: ['topic:x'] };
    await desk.import([{ id: 'a', synthQuestion: 'q', answer: 'x', refs: [{ url: 'http://a' }] }, plain]);
    expect(await desk.read('a')).toMatchObject({ synthQuestion: 'q', answer: 'x', totalReferences: 1 });
    expect(await desk.read('b')).toMatchObject({ history: [{ msg: 'hi' }], manualTags: ['topic:x'] });
  });

  it('puts refs that name a turn there, and keeps fields it does not know under meta', async () => {
    const desk = await openReviewDesk();
    await desk.import([
      {
        ...talk,
        refs: [
          { url: 'http://a', turnIndex: 1 },
          { url: 'http://b', messageIndex: 0 },
        ],
        origin: 'x',
      },
    ]);
    expect(await desk.read('a')).toMatchObject({
      refs: [],
      history: [{ refs: [{ url: 'http://b' }] }, { refs: [{ url: 'http://a' }] }],
      meta: { origin: 'x' },
    });
  });

  it('is the same item when it comes again, also without an id', async () => {
    const desk = await openReviewDesk();
    const nameless = { messages: [{ role: 'user', content: 'hi' }] };
    await desk.import([talk, nameless]);
    const { counts } = await desk.import([talk, nameless]);
    expect(counts).toMatchObject({ created: 0, unchanged: 2, failed: 0 });
    expect(await desk.context.store.items.revisions({ dataset: 'demo', id: 'a' })).toHaveLength(1);
  });

  it('imports the neighbors of an invalid item, and reports the path of each problem', async () => {
    const desk = await openReviewDesk();
    const bad = { id: 'bad', history: [{ role: 'user', msg: 'x', refs: [{ url: 'file:///x' }, 'plain'] }] };
    const cut: Incoming = { index: 4, problem: toError({ code: 'IMPORT_CUT_OFF', message: 'Cut.' }) };
    const results: ImportResult[] = [];
    const source = toSource([...[talk, bad, { ...talk, id: 'c' }].map((value, index) => ({ index, value })), cut]);
    await importItems(desk.context, { source, actor: 'ann', mode: 'create', dataset: 'demo' }, (told) => {
      results.push(...told);
    });
    expect(listVerdicts(results)).toEqual([
      'a created',
      'bad failed ITEM_BAD_URL ITEM_BAD_VALUE',
      'c created',
      '? failed IMPORT_CUT_OFF',
    ]);
    expect(results[1]?.problems?.map(({ path }) => path)).toEqual(['history[0].refs[0].url', 'history[0].refs[1]']);
  });

  it('drops a tag that is computed with a warning, and refuses two of an exclusive group', async () => {
    const desk = await openReviewDesk();
    const { results } = await desk.import([
      { ...talk, manualTags: ['turns:singleturn', 'source:sme'] },
      { ...talk, id: 'b', manualTags: ['source:sme', 'source:sa'] },
    ]);
    expect(results).toMatchObject([
      { verdict: 'created', warnings: [{ code: 'TAG_COMPUTED' }] },
      { verdict: 'failed', problems: [{ code: 'TAG_EXCLUSIVE', path: 'manualTags' }] },
    ]);
    expect(await desk.read('a')).toMatchObject({ manualTags: ['source:sme'] });
  });

  it('has nothing to do without items', async () => {
    const desk = await openReviewDesk();
    expect(await listFaults(desk.import([]))).toEqual(['IMPORT_EMPTY']);
    expect(await listFaults(desk.import([], { atomic: true }))).toEqual(['IMPORT_EMPTY']);
  });

  it('lets the second of two items with one key see the first', async () => {
    const desk = await openReviewDesk();
    expect(listVerdicts((await desk.import([talk, talk, changed])).results)).toEqual([
      'a created',
      'a unchanged',
      'a failed DUPLICATE_ID',
    ]);
  });

  it('tells results in order over many batches', async () => {
    const desk = await openReviewDesk();
    const many = Array.from({ length: 701 }, (_, index) => (index % 7 === 0 ? {} : { ...talk, id: `i${index}` }));
    const { results, counts } = await desk.import(many);
    expect(results.map(({ index }) => index)).toEqual(many.map((_, index) => index));
    expect(counts).toMatchObject({ created: 600, failed: 101 });
  });

  it('keeps reported items if the source fails', async () => {
    const desk = await openReviewDesk();
    async function* source() {
      for (let index = 0; index < 450; index++) yield { index, value: { ...talk, id: `i${index}` } };
      throw new Error('aborted');
    }
    let told = 0;
    const done = importItems(
      desk.context,
      { source: source(), actor: 'ann', mode: 'create', dataset: 'demo' },
      (results) => {
        told += results.length;
      },
    );
    await expect(done).rejects.toThrow('aborted');
    expect(await desk.context.store.items.count({})).toBe(told);
    expect(told).toBe(400);
  });
});

describe('an item that is there already', () => {
  it.each([
    ['create', talk, 'unchanged', 'approved'],
    ['create', { ...talk, status: 'draft' }, 'unchanged', 'approved'],
    ['create', changed, 'failed', 'approved'],
    ['upsert', talk, 'unchanged', 'approved'],
    ['upsert', changed, 'updated', 'draft'],
    ['upsert', { ...changed, status: 'approved' }, 'updated', 'approved'],
    ['upsert', { ...unfinished, status: 'approved' }, 'updated', 'draft'],
    ['upsert', { ...talk, status: 'skipped' }, 'updated', 'skipped'],
    ['upsert', { ...talk, comment: 'only a note' }, 'updated', 'approved'],
  ] as const)('approved: %s of %j is %s, and it is %s then', async (mode, value, verdict, status) => {
    const desk = await openReviewDesk();
    await desk.import([talk]);
    await desk.put('a', { status: 'approved' });
    const { results } = await desk.import([value], { mode });
    expect(results[0]?.verdict).toBe(verdict);
    const shown = await desk.read('a');
    expect(shown.status).toBe(status);
    expect(shown.reviewedAt !== undefined).toBe(status === 'approved');
  });

  it.each([
    ['create', talk, 'failed', 'deleted'],
    ['create', { ...talk, status: 'deleted' }, 'unchanged', 'deleted'],
    ['upsert', talk, 'updated', 'draft'],
    ['upsert', { ...talk, status: 'approved' }, 'updated', 'approved'],
    ['upsert', { ...talk, status: 'deleted' }, 'unchanged', 'deleted'],
    ['upsert', { ...changed, status: 'deleted' }, 'updated', 'deleted'],
  ] as const)('deleted: %s of %j is %s, and it is %s then', async (mode, value, verdict, status) => {
    const desk = await openReviewDesk();
    await desk.import([talk]);
    await remove(desk, 'a');
    const { results } = await desk.import([value], { mode });
    expect(results[0]?.verdict).toBe(verdict);
    expect((await desk.read('a')).status).toBe(status);
  });

  it('hands the ids of its turns on', async () => {
    const desk = await openReviewDesk();
    await desk.import([talk]);
    const before = await desk.read('a');
    await desk.import([changed], { mode: 'upsert' });
    const after = await desk.read('a');
    expect(after.history?.map(({ id }) => id)).toEqual(before.history?.map(({ id }) => id));
    expect(after.history?.[1]?.msg).toBe('Never.');
  });
});

describe('approval by an import', () => {
  it('makes a draft of an item that says approved and is not ready, with everything that is missing', async () => {
    const desk = await openReviewDesk();
    const { results } = await desk.import([
      { ...unfinished, status: 'approved' },
      { ...talk, id: 'b', status: 'approved' },
    ]);
    expect(results).toMatchObject([
      { verdict: 'created', warnings: [{ code: 'APPROVAL_BLOCKED' }, { code: 'APPROVAL_NO_ASSISTANT_TURN' }] },
      { verdict: 'created' },
    ]);
    expect(await desk.read('a')).toMatchObject({ status: 'draft' });
    const approved = await desk.read('b');
    expect(approved).toMatchObject({ status: 'approved', reviewedAt: approved.updatedAt });
    expect((await desk.import([{ ...unfinished, status: 'approved' }], { mode: 'upsert' })).counts.unchanged).toBe(1);
  });

  it('fails for one that is not ready when it was asked for', async () => {
    const desk = await openReviewDesk();
    const { results } = await desk.import([unfinished, { ...talk, id: 'b' }, { ...talk, id: 'c', status: 'skipped' }], {
      approve: true,
    });
    expect(listVerdicts(results)).toEqual([
      'a failed APPROVAL_BLOCKED APPROVAL_NO_ASSISTANT_TURN',
      'b created',
      'c created',
    ]);
    expect([(await desk.read('b')).status, (await desk.read('c')).status]).toEqual(['approved', 'skipped']);
  });
});

describe('all or nothing', () => {
  it('stores nothing when one fails, and says so of each', async () => {
    const desk = await openReviewDesk();
    await desk.import([talk]);
    const { results, stored } = await desk.import([talk, { ...talk, id: 'b' }, changed, {}], { atomic: true });
    expect(listVerdicts(results)).toEqual([
      'a unchanged',
      'b failed IMPORT_REFUSED',
      'a failed DUPLICATE_ID',
      '? failed ITEM_MISSING_KEY',
    ]);
    expect(stored).toBe(false);
    expect(await desk.context.store.items.count({})).toBe(1);
  });

  it('sees a failure of the very last item too', async () => {
    const desk = await openReviewDesk();
    await desk.import([talk]);
    const { stored } = await desk.import([{ ...talk, id: 'b' }, changed], { atomic: true });
    expect(stored).toBe(false);
    expect(await desk.context.store.items.count({})).toBe(1);
  });

  it('stores everything when none does', async () => {
    const desk = await openReviewDesk();
    const many = Array.from({ length: 450 }, (_, index) => ({ ...talk, id: `i${index}` }));
    expect(await desk.import(many, { atomic: true })).toMatchObject({ stored: true, counts: { created: 450 } });
    expect(await desk.context.store.items.count({})).toBe(450);
  });

  it('is how a dry run gives its verdicts, keeping nothing', async () => {
    const desk = await openReviewDesk();
    await desk.import([talk]);
    const items = [changed, { ...talk, id: 'b' }, { ...talk, id: 'b' }];
    const dry = await desk.import(items, { mode: 'upsert', dryRun: true });
    expect(dry.stored).toBe(false);
    expect(await desk.context.store.items.count({})).toBe(1);
    expect((await desk.read('a')).revision).toBe(1);
    const wet = await desk.import(items, { mode: 'upsert' });
    expect(listVerdicts(wet.results)).toEqual(listVerdicts(dry.results));
  });
});

describe('warnings of an import', () => {
  it('reports masked personal data with its path, and still imports the item', async () => {
    const desk = await openReviewDesk();
    const { piiWarnings, counts } = await desk.import([
      { id: 'a', history: [{ role: 'user', msg: 'Write to ann.miller@example.com' }] },
    ]);
    expect(piiWarnings).toMatchObject([{ dataset: 'demo', id: 'a', path: 'history[0].msg', kind: 'email' }]);
    expect(JSON.stringify(piiWarnings)).not.toContain('ann.miller');
    expect(counts).toMatchObject({ created: 1, piiWarnings: 1 });
  });

  it('names the approved item that asks the same, kept before or earlier in the import, and never itself', async () => {
    const desk = await openReviewDesk();
    const louder = { ...talk, id: 'b', history: [{ ...question, msg: 'MAY I   send it back? ' }, answer] };
    const other = { id: 'c', history: [{ role: 'user', msg: 'Other?' }, answer], status: 'approved' };
    await desk.import([{ ...talk, status: 'approved' }]);
    const { duplicateWarnings, counts } = await desk.import([
      { ...talk, status: 'approved' },
      louder,
      other,
      { ...other, id: 'd' },
    ]);
    expect(duplicateWarnings).toEqual([
      { dataset: 'demo', id: 'b', duplicateOf: { dataset: 'demo', id: 'a' } },
      { dataset: 'demo', id: 'd', duplicateOf: { dataset: 'demo', id: 'c' } },
    ]);
    expect(counts).toMatchObject({ duplicateWarnings: 2, failed: 0 });
  });

  it('lists the first thousand and counts them all', async () => {
    const desk = await openReviewDesk();
    const many = Array.from({ length: 1005 }, (_, index) => ({
      id: `i${index}`,
      history: [{ role: 'user', msg: `Mail someone${index}@example.com` }],
    }));
    const { piiWarnings, counts } = await desk.import(many);
    expect(piiWarnings).toHaveLength(1000);
    expect(counts.piiWarnings).toBe(1005);
  });
});
