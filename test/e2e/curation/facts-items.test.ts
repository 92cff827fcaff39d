import { describe, expect, it } from 'vitest';
import {
  createHeldItem,
  createItem,
  getItem,
  itemAddresses,
  toContent,
  toImport,
  toItemPath,
  toNewItem,
  withoutIds,
} from '../../support/api-client-items.ts';
import { serveStore, useServedStore } from '../../support/served-store.ts';

const dataset = 'demo';
const talk = [
  { role: 'user', msg: 'first question' },
  { role: 'assistant', msg: 'first answer' },
  { role: 'user', msg: 'last question' },
  { role: 'assistant', msg: 'last answer' },
];
const inStep = { history: talk, editedQuestion: 'last question', answer: 'last answer', synthQuestion: 'made up' };

describe.each(itemAddresses)('by PUT /v1/%s', (address) => {
  const served = useServedStore();
  let number = 0;

  async function hold(changes: Readonly<Record<string, unknown>>) {
    number += 1;
    const key = { dataset, id: `${address}-${number}` };
    const api = served().client();
    const before = await createHeldItem(api, key, changes);
    const put = (body: unknown, etag = before.etag) => api.put(toItemPath(key, address), body, etag);
    return { api, key, before, put };
  }

  describe('fact 12', () => {
    it('writes the last turn with the question or the answer while they are in step', async () => {
      const { put } = await hold(inStep);
      const answered = await put({ answer: 'better' });
      expect(answered.item.history?.map(({ msg }) => msg)).toEqual([
        ...talk.slice(0, 3).map(({ msg }) => msg),
        'better',
      ]);
      const asked = await put({ editedQuestion: 'asked anew' }, answered.etag);
      expect(asked.item.history?.[2]?.msg).toBe('asked anew');
      expect(asked.item).toMatchObject({ answer: 'better', editedQuestion: 'asked anew', synthQuestion: 'made up' });
    });

    it('writes question and answer with the last turns while they are in step', async () => {
      const { put, before } = await hold(inStep);
      const turns = before.item.history ?? [];
      const history = [turns[0], turns[1], { ...turns[2], msg: 'asked anew' }, { ...turns[3], msg: 'better' }];
      const { item } = await put({ history });
      expect(item).toMatchObject({ answer: 'better', editedQuestion: 'asked anew', synthQuestion: 'made up' });
    });

    it('touches neither with the other when they are out of step', async () => {
      const { put, before } = await hold({ ...inStep, answer: 'of its own', editedQuestion: 'of its own too' });
      expect(before.item._warnings?.map(({ code }) => code)).toContain('ANSWER_OUT_OF_STEP');
      const answered = await put({ answer: 'changed', editedQuestion: 'changed too' });
      expect(withoutIds(answered.item.history)).toEqual(withoutIds(before.item.history));
      const history = answered.item.history?.map((turn) => ({ ...turn, msg: `${turn.msg}!` }));
      const talked = await put({ history }, answered.etag);
      expect(talked.item).toMatchObject({ answer: 'changed', editedQuestion: 'changed too' });
      expect(talked.item.history?.[3]?.msg).toBe('last answer!');
    });

    it('leaves an absent question and answer absent', async () => {
      const { put } = await hold({ history: talk });
      const { item } = await put({ history: talk.map((turn) => ({ ...turn, msg: `${turn.msg}!` })) });
      expect(item).not.toHaveProperty('answer');
      expect(item).not.toHaveProperty('editedQuestion');
    });

    it('takes an item without history as two turns, and rewrites nothing', async () => {
      const { put, before } = await hold({ history: undefined, synthQuestion: 'q', editedQuestion: 'q2', answer: 'a' });
      expect(before.item).toMatchObject({ synthQuestion: 'q', editedQuestion: 'q2', answer: 'a' });
      expect(before.item).not.toHaveProperty('history');
      expect(before.item.computedTags).toContain('turns:singleturn');
      const approved = await put({ status: 'approved' });
      expect(approved.status, approved.text).toBe(200);
      expect(approved.item).toMatchObject({
        status: 'approved',
        synthQuestion: 'q',
        editedQuestion: 'q2',
        answer: 'a',
      });
      expect(approved.item).not.toHaveProperty('history');
    });
  });

  describe('fact 13', () => {
    it.each([
      ['without history', { history: undefined, synthQuestion: 'q', answer: 'a', refs: [{ url: 'http://a' }] }],
      ['with history but no refs', { history: talk }],
    ])('edits an item %s', async (_name, changes) => {
      const { put, before } = await hold(changes);
      const after = await put({ comment: 'looked at', manualTags: ['topic:x'] });
      expect(after.status).toBe(200);
      const { comment, manualTags, tags, ...rest } = toContent(after.item);
      expect({ comment, manualTags }).toEqual({ comment: 'looked at', manualTags: ['topic:x'] });
      expect(toContent(before.item)).toMatchObject(rest);
    });
  });

  describe('fact 14, of PUT', () => {
    it('changes only the fields it carries', async () => {
      const { put, before } = await hold({
        ...inStep,
        comment: 'c',
        manualTags: ['topic:x'],
        refs: [{ url: 'http://a' }],
      });
      const after = await put({ comment: 'changed' });
      expect(toContent(after.item)).toEqual({ ...toContent(before.item), comment: 'changed' });
      const nothing = await put({}, after.etag);
      expect(nothing.status).toBe(200);
      expect(toContent(nothing.item)).toEqual(toContent(after.item));
    });

    it.each(['comment', 'answer', 'editedQuestion', 'synthQuestion', 'bucket', 'contextSource', 'weight'])(
      'clears %s by null',
      async (name) => {
        const full = {
          comment: 'c',
          answer: 'a',
          editedQuestion: 'q',
          synthQuestion: 's',
          bucket: 'b',
          contextSource: 'x',
        };
        const { put, before } = await hold({ ...full, weight: 3, history: talk });
        expect(before.item).toHaveProperty(name);
        const after = await put({ [name]: null });
        expect(after.status, after.text).toBe(200);
        expect(after.item).not.toHaveProperty(name);
        expect(withoutIds(after.item.history)).toEqual(withoutIds(before.item.history));
      },
    );

    it.each([[5], ['text'], [null], [[{ comment: 'x' }]], [true]])('refuses the body %j', async (body) => {
      const { put, api, key, before } = await hold({});
      expect((await put(body)).status).toBe(422);
      expect((await getItem(api, key)).text).toBe(before.text);
    });
  });

  describe('fact 15, of PUT', () => {
    it.each([
      [[' Source : SME '], ['source:sme']],
      [['topic:a b', 'TOPIC:A  B'], ['topic:a b']],
      ['topic:a, Topic:B ', ['topic:a', 'topic:b']],
      [['a:b:c'], ['a:b:c']],
      [[], []],
    ])('writes %j as %j', async (written, tags) => {
      const { put } = await hold({});
      const after = await put({ manualTags: written });
      expect(after.item.manualTags).toEqual(tags);
      expect(after.item.tags).toEqual(expect.arrayContaining([...tags, ...after.item.computedTags]));
    });

    it.each([['nocolon'], [':x'], ['x:'], [' : '], [''], [5], [null]])('refuses the tag %j', async (tag) => {
      const { put, api, key, before } = await hold({});
      const answer = await put({ manualTags: ['topic:good', tag] });
      expect(answer).toMatchObject({ status: 422, problem: { problems: [{ path: 'manualTags[1]' }] } });
      expect((await getItem(api, key)).text).toBe(before.text);
    });

    it('takes plain words as tags of turns', async () => {
      const { put } = await hold({});
      const { item } = await put({ history: [{ ...talk[0], tags: ['nocolon'] }, talk[1]] });
      expect(item.history?.[0]?.tags).toEqual(['nocolon']);
    });

    it('refuses two values of an exclusive group, names it, and saves nothing', async () => {
      const { put, api, key, before } = await hold({});
      const answer = await put({ comment: 'beside', manualTags: ['source:sme', 'topic:x', 'source:user'] });
      expect(answer).toMatchObject({
        status: 422,
        problem: { problems: [{ message: expect.stringContaining('source') }] },
      });
      expect(answer.problem.problems?.[0]?.path).toMatch(/^manualTags/);
      expect((await getItem(api, key)).text).toBe(before.text);
    });

    it('refuses a manual tag that is computed', async () => {
      const { put, api, key, before } = await hold({});
      for (const tag of ['turns:singleturn', ' Dataset : Demo ', 'retrieval_behavior:single']) {
        const answer = await put({ manualTags: [tag] });
        expect(answer.status, tag).toBe(422);
        expect(answer.problem.problems?.[0]?.path).toMatch(/^manualTags/);
      }
      expect((await getItem(api, key)).text).toBe(before.text);
    });
  });
});

describe('fact 13, on import and export', () => {
  it.each([
    ['without history', { history: undefined, synthQuestion: 'q', answer: 'a', refs: [{ url: 'http://a' }] }],
    ['with history but no refs', { history: talk }],
  ])('carries an item %s through', async (_name, changes) => {
    const api = (await serveStore()).client();
    const key = { dataset, id: 'old' };
    await createItem(api, key, changes);
    const exported = await api.get('/v1/export?dataset=demo');
    const { history, ...written } = toNewItem(key, changes);
    expect(JSON.parse(exported.text)).toMatchObject(JSON.parse(JSON.stringify(written)));
    expect(toImport(await api.importLines(exported.text)).counts).toMatchObject({ unchanged: 1 });
  });
});

describe('fact 15, on import', () => {
  it('drops a manual tag that is computed, with a warning', async () => {
    const api = (await serveStore()).client();
    const manualTags = ['turns:singleturn', 'topic:x', 'dataset:demo'];
    const { results } = toImport(await api.import([toNewItem({ dataset, id: 'x' }, { manualTags })]));
    expect(results[0]?.verdict).toBe('created');
    expect(results[0]?.warnings?.map(({ path }) => path)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^manualTags/)]),
    );
    expect((await getItem(api, { dataset, id: 'x' })).item.manualTags).toEqual(['topic:x']);
  });

  it('fails an item with two values of an exclusive group, or with a tag of no group', async () => {
    const api = (await serveStore()).client();
    const tags = [['source:sme', 'source:user'], ['nocolon']];
    const items = tags.map((manualTags, index) => toNewItem({ dataset, id: `x${index}` }, { manualTags }));
    const { results } = toImport(await api.import(items));
    expect(results.map(({ verdict }) => verdict)).toEqual(['failed', 'failed']);
    expect(results[0]?.problems?.[0]?.message).toContain('source');
    expect(results[1]?.problems?.[0]?.path).toBe('manualTags[0]');
  });
});

describe('fact 16', () => {
  const served = useServedStore();
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
  const refs = (count: number) => Array.from({ length: count }, (_, index) => ({ url: `http://example.com/${index}` }));
  const asked = (count: number) => ({ history: undefined, synthQuestion: words(count), answer: 'a' });

  it.each([
    ['turns:singleturn', { history: talk.slice(0, 1) }],
    ['turns:singleturn', { history: talk.slice(0, 2) }],
    ['turns:multiturn', { history: talk.slice(0, 3) }],
    ['turns:singleturn', asked(1)],
    ['question_length:short', asked(10)],
    ['question_length:medium', asked(11)],
    ['question_length:medium', asked(30)],
    ['question_length:long', asked(31)],
    ['question_length:short', { history: [{ role: 'user', msg: words(10) }, talk[1]] }],
    ['question_length:long', { history: [{ role: 'user', msg: words(31) }, talk[1]] }],
    ['retrieval_behavior:no_refs', { history: talk }],
    ['retrieval_behavior:single', { history: talk, refs: refs(1) }],
    ['retrieval_behavior:two_refs', { history: [talk[0], { ...talk[1], refs: refs(2) }], refs: refs(1) }],
    ['retrieval_behavior:rich', { history: [talk[0], { ...talk[1], refs: refs(3) }] }],
    ['dataset:demo', { history: talk }],
    ['answer:no_answer', { history: talk.slice(0, 1) }],
    ['answer:no_answer', { history: undefined, synthQuestion: 'q' }],
  ])('computes %s', async (tag, changes) => {
    const group = `${tag.split(':')[0]}:`;
    const id = `${tag} ${JSON.stringify(changes).length}`;
    const { item } = await createItem(served().client(), { dataset, id }, changes);
    expect(item.computedTags.filter((each) => each.startsWith(group))).toEqual([tag]);
    expect(item.tags).toContain(tag);
    expect(item.manualTags).toEqual([]);
  });

  it('has no tag about the answer where there is one', async () => {
    const { item } = await createItem(served().client(), { dataset, id: 'answered' }, { history: talk });
    expect(item.computedTags.filter((tag) => tag.startsWith('answer:'))).toEqual([]);
  });

  it('computes them afresh on every write', async () => {
    const api = served().client();
    const key = { dataset, id: 'afresh' };
    const before = await createItem(api, key, { history: talk });
    const { item } = await api.put(toItemPath(key), { history: talk.slice(0, 1) }, before.etag);
    expect(item.computedTags).toEqual(expect.arrayContaining(['turns:singleturn', 'answer:no_answer']));
    expect(item.computedTags).not.toContain('turns:multiturn');
  });
});
