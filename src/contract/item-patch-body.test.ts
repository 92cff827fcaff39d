import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryItem, arbitraryNamedHistory } from '../../test/support/arbitrary-item.ts';
import { readPatch } from '../../test/support/read-patch.ts';
import { renderJsonPath } from '../base/json-value.ts';
import type { Item } from '../conversation/item/item.ts';
import { applyPatch } from '../curate/edit-item.ts';
import { toFlatItem } from '../curate/flat-refs.ts';
import { toItemContent } from '../curate/item-content.ts';
import { ItemPatchBody } from './item-patch-body.ts';

const current: Item = {
  ...{ id: 'i', datasetName: 'd', status: 'in-review', synthQuestion: 's', comment: 'c', manualTags: [], meta: {} },
  refs: [{ url: 'http://top' }],
  history: [
    { id: '1', role: 'user', msg: 'q', tags: [] },
    { id: '2', role: 'assistant', msg: 'a', refs: [{ url: 'http://a' }], tags: [] },
  ],
};
const nested = (body: unknown, item = current) => readPatch(body, item);
const flat = (body: unknown, item = current) => readPatch(body, item, 'flat');
const paths = ({ issues }: ReturnType<typeof nested>) => issues.map(({ path }) => renderJsonPath(path));

describe('parseItemPatch', () => {
  it.each([
    [{}, {}],
    [
      { comment: null, answer: 'x', weight: 2 },
      { comment: null, answer: 'x', weight: 2 },
    ],
    [{ manualTags: ' Source : SME , topic:x' }, { manualTags: ['source:sme', 'topic:x'] }],
    [
      { manualTags: null, refs: null, history: null, meta: null },
      { manualTags: [], refs: [], history: null, meta: {} },
    ],
    [{ status: 'approved' }, { status: 'approved' }],
    [{ status: 'in-review', id: 'i', datasetName: 'd' }, { status: 'in-review' }],
    [{ refs: [{ url: ' http://b ', title: null }] }, { refs: [{ url: 'http://b' }] }],
    [
      {
        history: [
          { role: 'user', content: 'q', refs: null },
          { role: 'x', msg: '', content: 'c', refs: [], tags: null },
        ],
      },
      {
        history: [
          { role: 'user', msg: 'q', tags: [] },
          { role: 'x', msg: 'c', refs: [], tags: [] },
        ],
      },
    ],
  ])('reads %j', (value, patch) => {
    expect(nested(value)).toEqual({ value: patch, issues: [] });
  });

  it.each([
    [{ id: 'x', datasetName: 'y' }, ['id', 'datasetName']],
    [{ id: null }, ['id']],
    [{ status: null }, ['status']],
    [{ status: 'deleted' }, ['status']],
    [{ status: 'awaiting-adjudication' }, ['status']],
    [{ awnser: 'x', audit: {}, messages: [] }, ['awnser', 'audit', 'messages']],
    [{ answer: 4, weight: [] }, ['answer', 'weight']],
    [{ manualTags: ['nocolon', 'a:b', ':x', 'x:'] }, ['manualTags[0]', 'manualTags[2]', 'manualTags[3]']],
    [{ manualTags: 4 }, ['manualTags']],
    [{ history: 'x' }, ['history']],
    [{ history: [{ role: 'user' }, { msg: 'x' }, 4] }, ['history[0].msg', 'history[1].role', 'history[2]']],
    [{ history: [{ role: 'user', msg: 'x', foo: 1 }] }, ['history[0].foo']],
    [
      { history: [{ role: 'user', msg: 'x', refs: [{ url: 'javascript:1' }, 'u'] }] },
      ['history[0].refs[0].url', 'history[0].refs[1]'],
    ],
    [
      {
        history: [
          { id: '1', role: 'a', msg: 'x' },
          { id: '1', role: 'a', msg: 'y' },
        ],
      },
      ['history[1].id'],
    ],
    [{ refs: {} }, ['refs']],
    [
      {
        refs: [
          { url: 'u', turnIndex: 0 },
          { url: 'u', messageIndex: 1 },
        ],
      },
      ['refs[0].turnIndex', 'refs[1].messageIndex'],
    ],
    [{ history: [{ role: 'a', msg: 'x', refs: [{ url: 'u', turnIndex: 0 }] }] }, ['history[0].refs[0].turnIndex']],
    [{ history: [{ role: 'a', msg: 'x', refs: [{ url: 'u', turnIndex: 3 }] }] }, ['history[0].refs[0].turnIndex']],
    [{ history: null, synthQuestion: null }, ['history', 'synthQuestion']],
    [JSON.parse('{"__proto__": {"x": 1}, "meta": {"__proto__": 1}}'), ['__proto__', 'meta.__proto__']],
    [[], ['']],
    ['x', ['']],
    [null, ['']],
  ])('refuses %j at %j', (value, wanted) => {
    expect(paths(nested(value))).toEqual(wanted);
    expect(nested(value).value).toBeUndefined();
  });

  it('says which key was meant', () => {
    const hints = nested({ awnser: 'x', messages: [] }).issues.map(({ hint }) => hint);
    expect(hints).toEqual(['Did you mean "answer"?', 'Did you mean "history"?']);
  });

  it('takes back what a GET answers', () => {
    fc.assert(
      fc.property(arbitraryItem(arbitraryNamedHistory), fc.boolean(), (item, isFlat) => {
        const audit = {
          createdAt: 't',
          updatedAt: 't',
          updatedBy: 'a',
          reviewedAt: 't',
          assignedTo: 'a',
          assignedAt: 't',
        };
        const body = {
          ...JSON.parse(toItemContent(item).body),
          ...audit,
          revision: 1,
          _etag: 'e',
          status: item.status,
        };
        const { value, issues } = isFlat ? flat(toFlatItem(body), item) : nested(body, item);
        expect(issues).toEqual([]);
        const edited = value && applyPatch(item, value, { newTurnId: () => 'new' });
        expect(edited).toEqual({ item, isContentChanged: false, isChanged: false });
      }),
    );
  });
});

describe('a flat list of refs', () => {
  const apply = (value: unknown) => {
    const patch = flat(value).value;
    return patch && applyPatch(current, patch, { newTurnId: () => 'new' }).item;
  };
  const refs = (item: Item | undefined) => [item?.refs, ...(item?.history ?? []).map((turn) => turn.refs)];

  it('replaces all refs, at the top and in the turns', () => {
    expect(refs(apply({ refs: [{ url: 'http://b', turnIndex: 0 }] }))).toEqual([[], [{ url: 'http://b' }], []]);
  });

  it('wins over refs in the turns that are sent with it', () => {
    const history = [{ id: '1', role: 'user', msg: 'q', refs: [{ url: 'http://x' }] }];
    expect(refs(apply({ history, refs: [{ url: 'http://b' }] }))).toEqual([[{ url: 'http://b' }], []]);
  });

  it('that is not sent leaves the refs with their turns', () => {
    const history = [
      { role: 'assistant', msg: 'a' },
      { id: '1', role: 'user', msg: 'new' },
    ];
    expect(refs(apply({ history }))).toEqual([[{ url: 'http://top' }], [{ url: 'http://a' }], undefined]);
    expect(refs(apply({ answer: 'x' }))).toEqual(refs(current));
  });

  it.each([
    [{ refs: [{ url: 'u', turnIndex: 2 }] }, ['refs[0].turnIndex']],
    [{ refs: [{ url: 'u', turnIndex: -1 }] }, ['refs[0].turnIndex']],
    [{ history: null, refs: [{ url: 'u', turnIndex: 0 }] }, ['refs[0].turnIndex']],
    [{ refs: ['u'] }, ['refs[0]']],
  ])('refuses %j at %j', (value, wanted) => {
    expect(paths(flat(value))).toEqual(wanted);
  });
});

describe('any body', () => {
  it('is read or refused, never thrown at', () => {
    const body = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom('history', 'refs', 'manualTags', 'meta', 'answer', 'status', 'id'), fc.jsonValue()),
      fc.record({
        history: fc.array(fc.dictionary(fc.constantFrom('role', 'msg', 'refs', 'tags', 'answerKey'), fc.jsonValue())),
      }),
    );
    fc.assert(
      fc.property(body, fc.boolean(), (value, isFlat) => {
        const { value: patch, issues } = isFlat ? flat(value) : nested(value);
        expect(patch === undefined).toBe(issues.length > 0);
      }),
    );
  });
});

describe('ItemPatchBody', () => {
  const accepts = (body: object) =>
    ItemPatchBody.safeParse(Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))).success;

  it('describes what a GET answers and what the Studio sends', () => {
    fc.assert(
      fc.property(arbitraryItem(arbitraryNamedHistory), (item) => {
        const body = { ...JSON.parse(toItemContent(item).body), revision: 1, _etag: 'e', status: item.status };
        expect(accepts(body)).toBe(true);
      }),
    );
  });

  it.each([
    { comment: 'c', weight: 2, reason: 'r' },
    { manualTags: 'a:b, c:d' },
    { history: [{ role: 'user', content: 'q' }] },
    { settle: [{ turnId: '1', as: 'answer-was-right', reason: 'r' }] },
    { createdAt: 't', skippedBy: 'ann', assignedAt: 't' },
    { messages: [] },
    { dataset: 'd' },
    { awnser: 'x' },
    { answer: 4 },
    { status: 'done' },
    { reason: 4 },
    { manualTags: 4 },
    { history: 'x' },
    { settle: [{ turnId: '1', as: 'other', reason: 'r' }] },
  ])('agrees with the parser about %j', (body) => {
    expect(accepts(body)).toBe(nested(body).value !== undefined);
  });
});
