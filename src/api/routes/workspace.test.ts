import { describe, expect, it, onTestFinished } from 'vitest';
import { toBody } from '../../../test/support/api-client.ts';
import { toImport, toNewItem } from '../../../test/support/api-client-items.ts';
import { serveStore } from '../../../test/support/served-store.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import { ItemRowPage } from '../../contract/item-row.ts';
import { openFolderSearch } from '../../documents/folder/open-folder-search.ts';

const dataset = 'demo';

describe('rows of items', () => {
  it('are short, and show where the keyword is', async () => {
    const api = (await serveStore()).client();
    const long = `${'filler '.repeat(200)}a REFUND, ${'more '.repeat(200)}`;
    const history = [
      { role: 'user', msg: 'Is it late?', tags: ['angry'] },
      { role: 'assistant', msg: long, refs: [{ url: 'https://a.example' }] },
    ];
    const items = [
      toNewItem({ dataset, id: 'a' }, { history, manualTags: ['topic:x'] }),
      toNewItem({ dataset, id: 'b' }),
    ];
    expect(toImport(await api.import(items)).counts.created).toBe(2);
    const answer = await api.get('/v1/ground-truths?view=row&keyword=refund&total=true');
    const { rows, cursor, total } = ItemRowPage.parse(answer.body);
    expect([cursor, total]).toEqual([null, 1]);
    expect(rows).toMatchObject([
      { dataset, id: 'a', status: 'draft', revision: 1, turns: 2, totalReferences: 1, updatedBy: 'tester' },
    ]);
    expect(rows[0]).toMatchObject({ question: 'Is it late?', tags: ['topic:x'], turnTags: ['angry'] });
    expect(rows[0]?.hit).toMatchObject({ turnIndex: 1, text: expect.stringContaining('a REFUND, more') });
    expect(rows[0]?.hit?.text.length).toBeLessThanOrEqual(240);
    expect(rows[0]?.answer.length).toBeLessThanOrEqual(300);
    expect(answer.text.length).toBeLessThan(1500);
  });

  it('come page by page as the items do', async () => {
    const api = (await serveStore()).client();
    await api.import(['a', 'b', 'c'].map((id) => toNewItem({ dataset, id })));
    const page = async (query: string) =>
      ItemRowPage.parse((await api.get(`/v1/ground-truths?view=row&${query}`)).body);
    const first = await page('sortBy=id&limit=2');
    const second = await page(`sortBy=id&limit=2&cursor=${first.cursor}`);
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(second.cursor).toBeNull();
    const [row] = first.rows;
    expect((await api.get(`/v1/ground-truths/${dataset}/a`)).etag).toBe(`"${row?._etag}"`);
    expect(await page('keyword=nowhere')).toEqual({ rows: [], cursor: null });
  });
});

describe('documents', () => {
  it('are read whole, and a missing one is an error', async () => {
    const documents = openFolderSearch({
      folder: makeProject({ 'returns.md': '# Returns\n\nWithin **14 days**.\n\nOr not.' }),
    });
    onTestFinished(() => documents.close());
    const api = (await serveStore({ parts: { documents } })).client();
    expect((await api.get('/v1/documents?url=returns.md')).body).toEqual({
      url: 'returns.md',
      title: 'Returns',
      text: 'Returns\n\nWithin 14 days.\n\nOr not.',
      isCut: false,
    });
    const unknown = await api.get('/v1/documents?url=..%2Fsecret.md');
    expect(unknown).toMatchObject({ status: 404, problem: { code: 'DOCUMENT_UNKNOWN' } });
    expect((await (await serveStore()).client().get('/v1/documents?url=a')).status).toBe(404);
  });
});

describe('questions', () => {
  const shown = '[contexts.fullConversation]\nassistantQuestion = "Which conversation do I grade?"\n';
  const projectRoot = () =>
    makeProject({
      'tone.deck.md': '+++\nscale = [1, 5]\n+++\n# Tone\n\nIs it polite?\n![shown](shown.toml)',
      'shown.toml': shown,
    });

  it('are "overall" and the decks of the project', async () => {
    const api = (await serveStore({ parts: { projectRoot: projectRoot() } })).client();
    const { questions } = toBody<{ questions: object[] }>(await api.get('/v1/questions'));
    expect(questions).toMatchObject([
      { question: 'overall', min: -3, max: 3, step: 1, text: '' },
      { question: 'tone.deck.md', title: 'Tone', min: 1, max: 5, step: 1, pass: 4 },
    ]);
  });

  it('decide which scores a label may have', async () => {
    const api = (await serveStore({ parts: { projectRoot: projectRoot() } })).client();
    await api.import([toNewItem({ dataset, id: 'a' })]);
    const give = (question: string, score: number) =>
      api.post('/v1/labels', { subject: { dataset, item: 'a' }, question, score });
    expect(await give('tone.deck.md', 6)).toMatchObject({ status: 422, problem: { code: 'LABEL_BAD_SCORE' } });
    expect((await give('tone.deck.md', 5)).status).toBe(201);
    expect((await give('gone.deck.md', 60)).status).toBe(201);
  });
});

describe('the audit', () => {
  it('is read from its newest event backwards', async () => {
    const api = (await serveStore()).client();
    for (const id of ['a', 'b', 'c']) await api.import([toNewItem({ dataset, id })]);
    type Page = { events: { sequence: number; item?: string }[]; before: number | null };
    const page = async (query: string) => toBody<Page>(await api.get(`/v1/audit?newest&limit=2${query}`));
    const first = await page('');
    const second = await page(`&before=${first.before}`);
    expect([...first.events, ...second.events].flatMap(({ item }) => item ?? [])).toEqual(['c', 'b', 'a']);
    const last = await page('&before=1');
    expect(last).toMatchObject({ events: [], before: null });
    expect((await api.get('/v1/audit?before=3')).status).toBe(422);
  });
});
