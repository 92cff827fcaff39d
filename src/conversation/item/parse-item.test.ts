import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { document003 } from '../../../test/support/document-003.ts';
import { Item } from './item.ts';
import { parseItem } from './parse-item.ts';

const minimal = { id: 'i', datasetName: 'd', synthQuestion: 'q' };
const turns = [
  { role: 'user', msg: 'a' },
  { role: 'assistant', msg: 'b', refs: [{ url: 'u' }] },
];

describe('parseItem', () => {
  it('reads the example of document 003 with every ref, tag, key excerpt and type in its turn', () => {
    const { value, issues, warnings } = parseItem(document003);
    expect({ issues, warnings }).toEqual({ issues: [], warnings: [] });
    expect(value).toEqual({ ...document003, status: 'draft', manualTags: [], meta: {} });
  });

  it('keeps every field of the earlier curator format', () => {
    const kept = {
      id: 'i',
      datasetName: 'd',
      bucket: '0f8f',
      status: 'approved',
      docType: 'ground-truth-item',
      schemaVersion: 'v2',
      synthQuestion: 'q',
      editedQuestion: 'e',
      answer: 'a',
      refs: [],
      history: [],
      manualTags: ['source:sme'],
      comment: 'c',
      contextUsedForGeneration: 'ctx',
      contextSource: 'src',
      modelUsedForGeneration: 'm',
      semanticClusterNumber: 3,
      weight: 0.5,
      samplingBucket: 7,
      questionLength: 1,
    };
    const audit = { assignedTo: 'ann', assignedAt: 't0', updatedAt: 't1', updatedBy: 'bob', reviewedAt: 't2' };
    const computed = {
      computedTags: ['turns:singleturn'],
      tags: 'anything',
      totalReferences: -4,
      _etag: 5,
      _warnings: [],
    };
    const { value, issues } = parseItem({ ...kept, ...audit, ...computed });
    expect(issues).toEqual([]);
    expect(value).toEqual({ ...kept, audit, meta: {} });
    expect(Item.safeParse(value).success).toBe(true);
  });

  it('treats null as absent, and reports nothing about keys it ignores', () => {
    const nulls = { ...minimal, history: null, refs: null, manualTags: null, status: null, meta: null, answer: null };
    const { value } = parseItem({ ...nulls, updatedAt: 5, assignedTo: null, tags: { odd: true } });
    expect(value).toEqual({ ...minimal, status: 'draft', refs: [], manualTags: [], meta: {} });
  });

  it('keeps unknown fields under meta, with the fields already there', () => {
    const { value, warnings } = parseItem({ ...minimal, _ts: 5, source: { deep: [null] }, meta: { own: 1 } });
    expect(value?.meta).toEqual({ own: 1, _ts: 5, source: { deep: [null] } });
    expect(warnings).toEqual([]);
  });

  it('warns about an unknown field that is close to a known one', () => {
    const { value, warnings } = parseItem({ ...minimal, histroy: [] });
    expect(value?.meta).toEqual({ histroy: [] });
    expect(warnings).toMatchObject([{ path: ['histroy'], kind: 'unknown-key', hint: 'Did you mean "history"?' }]);
  });

  it.each([
    ['in-review', { status: 'draft', meta: { status: 'in-review' } }],
    ['awaiting-adjudication', { status: 'draft', meta: { status: 'awaiting-adjudication' } }],
    ['approved', { status: 'approved', meta: {} }],
    ['draft', { meta: { status: 'approved' } }],
  ])('reads the status %j where the earlier format can express it', (status, written) => {
    expect(parseItem({ ...minimal, ...written }).value?.status).toBe(status);
  });

  it("moves a ref that names a turn to the end of that turn's refs", () => {
    const refs = [
      { url: 'top' },
      { url: 'v', turnIndex: 1 },
      { url: 'w', messageIndex: 0 },
      { url: 'u', title: 't', turnIndex: 1 },
    ];
    const { value } = parseItem({ ...minimal, history: turns, refs });
    expect(value?.refs).toEqual([{ url: 'top' }]);
    expect(value?.history?.map((turn) => turn.refs)).toEqual([
      [{ url: 'w' }],
      [{ url: 'u', title: 't' }, { url: 'v' }],
    ]);
  });

  it("reads plain messages as history, with the caller's default names", () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: null, tool_calls: [{ name: 'f' }] },
    ];
    const { value } = parseItem({ messages, tags: ['Topic:Refunds'] }, { dataset: 'chats', id: 'item-1' });
    expect(value).toEqual({
      id: 'item-1',
      datasetName: 'chats',
      status: 'draft',
      refs: [],
      history: [
        { role: 'user', msg: 'a', tags: [] },
        { role: 'assistant', msg: '', tags: [], tool_calls: [{ name: 'f' }] },
      ],
      manualTags: ['topic:refunds'],
      meta: {},
    });
  });

  it.each([
    [{ dataset: 'x' }, 'x'],
    [{ datasetName: 'y' }, 'y'],
    [{ dataset: 'x', datasetName: 'x' }, 'x'],
    [{}, 'default'],
  ])('reads the dataset of %j', (written, dataset) => {
    const { value } = parseItem({ messages: [], ...written }, { dataset: 'default', id: 'i' });
    expect(value?.datasetName).toBe(dataset);
  });

  it.each([
    ['text', [[], 'bad-value']],
    [null, [[], 'bad-value']],
    [[], [[], 'bad-value']],
    [{ datasetName: 'd', synthQuestion: 'q' }, [['id'], 'missing-key']],
    [{ id: 'i', synthQuestion: 'q' }, [['datasetName'], 'missing-key']],
    [{ id: 'i', datasetName: 'd' }, [['history'], 'missing-key']],
    [{ ...minimal, id: 7 }, [['id'], 'bad-value']],
    [{ ...minimal, id: ' ' }, [['id'], 'bad-value']],
    [{ ...minimal, id: 'a\nb' }, [['id'], 'bad-value']],
    [{ ...minimal, id: '\ud800' }, [['id'], 'bad-value']],
    [{ ...minimal, dataset: 'other' }, [['dataset'], 'bad-value']],
    [{ ...minimal, status: 'aproved' }, [['status'], 'bad-value']],
    [{ ...minimal, answer: 7 }, [['answer'], 'bad-value']],
    [{ ...minimal, manualTags: ['nocolon'] }, [['manualTags', 0], 'bad-value']],
    [{ ...minimal, manualTags: 'a:b, :x' }, [['manualTags'], 'bad-value']],
    [{ ...minimal, history: {} }, [['history'], 'bad-value']],
    [{ ...minimal, history: ['a'] }, [['history', 0], 'bad-value']],
    [{ ...minimal, history: [...turns, { role: 'user' }] }, [['history', 2, 'msg'], 'missing-key']],
    [{ ...minimal, messages: [{ role: 'user' }] }, [['messages', 0, 'msg'], 'missing-key']],
    [{ ...minimal, history: turns, messages: turns }, [['messages'], 'bad-value']],
    [{ ...minimal, history: turns, refs: [{ url: 'u', turnIndex: 2 }] }, [['refs', 0, 'turnIndex'], 'bad-value']],
    [{ ...minimal, refs: [{ url: 'u', turnIndex: 0 }] }, [['refs', 0, 'turnIndex'], 'bad-value']],
    [{ ...minimal, refs: ['u'] }, [['refs', 0], 'bad-value']],
    [{ ...minimal, meta: 'x' }, [['meta'], 'bad-value']],
    [{ ...minimal, meta: { x: 1 }, x: 2 }, [['x'], 'bad-value']],
    [{ ...minimal, ...JSON.parse('{"x": {"__proto__": 1}}') }, [['x', '__proto__'], 'bad-value']],
    [
      JSON.parse('{"id": "i", "datasetName": "d", "synthQuestion": "q", "__proto__": {"x": 1}}'),
      [['__proto__'], 'bad-value'],
    ],
  ])('rejects %j with a path', (written, [path, kind]) => {
    const result = parseItem(written);
    expect(result.value).toBeUndefined();
    expect(result.issues).toMatchObject([{ path, kind }]);
  });

  it('suggests the status that was probably meant', () => {
    expect(parseItem({ ...minimal, status: 'Aproved' }).issues).toMatchObject([{ hint: 'Did you mean "approved"?' }]);
  });

  it('rejects two turns with the same id, with its own code', () => {
    const history = [
      { id: 't', role: 'user', msg: 'a' },
      { id: 't', role: 'user', msg: 'b' },
    ];
    const issue = { path: ['history', 1, 'id'], code: 'ITEM_DUPLICATE_ID' };
    expect(parseItem({ ...minimal, history }).issues).toMatchObject([issue]);
  });
});

const text = fc.string({ maxLength: 8 });
const ref = fc.record(
  {
    url: text.map((path) => `http://a/${encodeURIComponent(path)}`),
    title: text,
    content: text,
    keyExcerpt: text,
    type: text,
    bonus: fc.boolean(),
    turnIndex: fc.constantFrom(0, 1),
  },
  { requiredKeys: ['url'] },
);
const turn = fc.record(
  {
    role: fc.constantFrom('user', 'assistant', 'tool'),
    msg: text,
    content: text,
    refs: fc.array(ref.map(({ turnIndex: _none, ...rest }) => rest)),
    tags: fc.array(text),
    meta: fc.dictionary(text, fc.jsonValue()),
  },
  { requiredKeys: ['role', 'msg'] },
);
const item = fc.record(
  {
    id: fc.uuid(),
    dataset: fc.uuid(),
    synthQuestion: text,
    refs: fc.array(ref),
    history: fc.array(turn, { minLength: 2 }),
    weight: fc.integer(),
    updatedAt: text,
    extra: fc.jsonValue(),
    manualTags: fc.constantFrom('a:b,c:d', ['x:y']),
  },
  { requiredKeys: ['id', 'dataset', 'history'] },
);

/** Serializes an item as an export does, with the audit fields at the top level. */
function toExport({ audit, ...rest }: Item): string {
  return JSON.stringify({ ...rest, ...audit });
}

describe('a parsed item', () => {
  it('serializes to the same bytes after a round trip', () => {
    fc.assert(
      fc.property(item, (written) => {
        const { value: first } = parseItem(written);
        fc.pre(first !== undefined);
        const once = toExport(first);
        const { value: second } = parseItem(JSON.parse(once));
        expect(second && toExport(second)).toBe(once);
        expect(Item.safeParse(first).success).toBe(true);
      }),
    );
  });

  it('is always a value or a list of issues', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (history, refs) => {
        const { value, issues } = parseItem({ ...minimal, history, refs });
        expect(value === undefined).toBe(issues.length > 0);
      }),
    );
  });
});
