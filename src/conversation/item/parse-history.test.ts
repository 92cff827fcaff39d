import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTurn } from './parse-history.ts';

const parse = (written: unknown) => parseTurn(written, 0);

describe('parseTurn', () => {
  it.each([
    [{ role: 'user', msg: 'm' }, 'm'],
    [{ role: 'user', content: 'c' }, 'c'],
    [{ role: 'user', msg: '', content: 'c' }, 'c'],
    [{ role: 'user', msg: 'm', content: 'c' }, 'm'],
    [{ role: 'user', msg: 'm', content: '' }, 'm'],
    [{ role: 'user', msg: '' }, ''],
    [{ role: 'user', content: '' }, ''],
    [{ role: 'user', msg: null, content: 'c' }, 'c'],
    [{ role: 'assistant', tool_calls: [{ name: 'search' }] }, ''],
    [{ role: 'assistant', content: null, tool_calls: [{ function: { name: 'search', arguments: '{}' } }] }, ''],
  ])('reads the text of %j', (written, text) => {
    expect(parse(written)).toMatchObject({ value: { msg: text }, issues: [] });
  });

  it.each([{ role: 'user' }, { role: 'user', msg: null }, { role: 'user', tool_calls: [] }])(
    'reports the missing text of %j',
    (written) => {
      expect(parse(written).issues).toMatchObject([{ path: ['msg'], kind: 'missing-key' }]);
    },
  );

  it.each([
    [{}, { tags: [] }],
    [{ refs: null, tags: null }, { tags: [] }],
    [
      { refs: [], tags: [] },
      { refs: [], tags: [] },
    ],
    [
      { refs: [{ url: ' u ' }], tags: ['plain word'] },
      { refs: [{ url: 'u' }], tags: ['plain word'] },
    ],
    [{ refs: [{ url: 'u', turnIndex: 0 }] }, { refs: [{ url: 'u' }], tags: [] }],
    [{ refs: [{ url: 'u' }, { url: 'u', title: 't' }] }, { refs: [{ url: 'u', title: 't' }], tags: [] }],
  ])('reads refs and tags of %j', (written, wanted) => {
    expect(parse({ role: 'user', msg: 'm', ...written }).value).toEqual({ role: 'user', msg: 'm', ...wanted });
  });

  it('keeps every known field', () => {
    const written = {
      id: 't1',
      role: 'Reviewer 2',
      msg: ' kept as it is \n',
      refs: [],
      tags: [],
      answerKey: { reference: 'r', mustMention: ['a'], mustNotMention: ['b'], outcome: 'o', contextChanged: true },
      expectedBehavior: ['tool:search'],
      name: 'n',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: { a: null } }, extra: 1 }],
      tool_call_id: 'c0',
      timestamp: '2026-01-01T00:00:00Z',
      meta: { any: [1, { thing: null }] },
    };
    expect(parse(written)).toEqual({ value: written, issues: [] });
  });

  it('treats null in an answer key as absent', () => {
    const { value } = parse({ role: 'user', msg: 'm', answerKey: { reference: null, outcome: 'o' } });
    expect(value?.answerKey).toEqual({ outcome: 'o' });
  });

  it.each([
    ['text', [[], 'bad-value']],
    [null, [[], 'bad-value']],
    [[], [[], 'bad-value']],
    [{ msg: 'm' }, [['role'], 'missing-key']],
    [{ role: null, msg: 'm' }, [['role'], 'missing-key']],
    [{ role: ' ', msg: 'm' }, [['role'], 'bad-value']],
    [{ role: 7, msg: 'm' }, [['role'], 'bad-value']],
    [{ role: 'user', msg: 7 }, [['msg'], 'bad-value']],
    [{ role: 'user', msg: ['m'] }, [['msg'], 'bad-value']],
    [{ role: 'user', msg: 'm', tags: 'a' }, [['tags'], 'bad-value']],
    [{ role: 'user', msg: 'm', tags: [null] }, [['tags', 0], 'bad-value']],
    [{ role: 'user', msg: 'm', refs: {} }, [['refs'], 'bad-value']],
    [{ role: 'user', msg: 'm', refs: [{ url: 'data:x' }] }, [['refs', 0, 'url'], 'bad-value']],
    [{ role: 'user', msg: 'm', refs: [{ url: 'u', turnIndex: 2 }] }, [['refs', 0, 'turnIndex'], 'bad-value']],
    [{ role: 'user', msg: 'm', id: '' }, [['id'], 'bad-value']],
    [{ role: 'user', msg: 'm', answerKey: { refrence: 'r' } }, [['answerKey', 'refrence'], 'unknown-key']],
    [{ role: 'user', msg: 'm', ref: [] }, [['ref'], 'unknown-key']],
    [
      { role: 'user', msg: 'm', meta: JSON.parse('{"a": {"__proto__": 1}}') },
      [['meta', 'a', '__proto__'], 'bad-value'],
    ],
    [{ role: 'user', msg: 'm', meta: { constructor: { prototype: 1 } } }, [['meta', 'constructor'], 'bad-value']],
    [JSON.parse('{"role": "user", "msg": "m", "__proto__": {}}'), [['__proto__'], 'unknown-key']],
  ])('rejects %j with a path', (written, [path, kind]) => {
    const result = parse(written);
    expect(result.value).toBeUndefined();
    expect(result.issues).toMatchObject([{ path, kind }]);
  });

  it('suggests the key that was probably meant', () => {
    expect(parse({ role: 'user', msg: 'm', ref: [] }).issues).toMatchObject([{ hint: 'Did you mean "refs"?' }]);
  });

  it('reports all issues of a turn at once', () => {
    const issues = parse({ rol: 'user', refs: [{}], tags: 7 }).issues;
    expect(issues.map(({ path }) => path.join('.')).sort()).toEqual(['msg', 'refs.0.url', 'rol', 'tags']);
  });

  it('limits how deeply free data can be nested', () => {
    let deep: unknown = {};
    for (let level = 0; level < 20_000; level++) deep = { deep };
    expect(parse({ role: 'user', msg: 'm', meta: deep }).issues).toMatchObject([
      { kind: 'bad-value', path: ['meta', 'deep'] },
    ]);
  });
});

describe('a plain turn', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('', ' ', '\u0000', '\ud800', 'a'.repeat(501)));
  const ref = fc.record(
    { url: fc.oneof(fc.webUrl(), text, fc.constant('javascript:x')), title: text, keyExcerpt: text },
    { requiredKeys: ['url'] },
  );
  const role = fc.constantFrom('user', 'assistant', 'tool', ' ', 'other');
  const turn = fc.record(
    { role, msg: text, tags: fc.array(text, { maxLength: 3 }), refs: fc.array(ref, { maxLength: 3 }) },
    { requiredKeys: ['role', 'msg'] },
  );

  it('is read like any other', () => {
    fc.assert(
      fc.property(turn, (written) => {
        const short = parseTurn(written, 0);
        const refs = written.refs?.map((each) => ({ ...each, bonus: false }));
        const long = parseTurn({ ...written, ...(refs === undefined ? {} : { refs }), name: 'n' }, 0);
        expect(short.issues).toEqual(long.issues);
        const { name: _name, ...rest } = long.value ?? {};
        const plainRefs = long.value?.refs?.map(({ bonus: _bonus, ...each }) => each);
        expect(short.value ?? {}).toEqual({ ...rest, ...(plainRefs === undefined ? {} : { refs: plainRefs }) });
      }),
    );
  });
});
