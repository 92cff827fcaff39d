import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getScore } from '../../../test/support/graded-subject.ts';
import type { ToolCall } from '../../conversation/message.ts';
import type { Wanted } from './check.ts';
import { checkToolCalls, matchAnyOrder, matchInOrder } from './tool-calls.ts';

const grade = (toolCalls: readonly ToolCall[], wanted: Wanted<'tool-calls'>) =>
  checkToolCalls({ text: '', toolCalls }, wanted);
const list = (names: string) => [...names].map((name) => ({ name }));

describe('tool-calls', () => {
  const orders: readonly (readonly [made: string, wanted: string, exact: number, inOrder: number, anyOrder: number])[] =
    [
      ['ab', 'ab', 1, 1, 1],
      ['axb', 'ab', 2 / 3, 1, 1],
      ['ba', 'ab', 1 / 2, 1 / 2, 1],
      ['a', 'ab', 1 / 2, 1 / 2, 1 / 2],
      ['aa', 'a', 1 / 2, 1, 1],
      ['a', 'aa', 1 / 2, 1 / 2, 1 / 2],
      // The first match is the last call. Taking it would match one call instead of two.
      ['bca', 'abc', 2 / 3, 2 / 3, 1],
      ['', 'a', 0, 0, 0],
      ['', '', 1, 1, 1],
      ['a', '', 0, 1, 1],
    ];
  it.each(orders)('%j for %j: exact %d, in order %d, in any order %d', (made, wanted, exact, inOrder, anyOrder) => {
    const calls = [...wanted].map((name) => ({ name }));
    expect(getScore(grade(list(made), { calls, order: 'exact' }))).toBeCloseTo(exact, 12);
    expect(getScore(grade(list(made), { calls, order: 'in-order' }))).toBeCloseTo(inOrder, 12);
    expect(getScore(grade(list(made), { calls, order: 'any-order' }))).toBeCloseTo(anyOrder, 12);
    expect(grade(list(made), { calls })).toEqual(grade(list(made), { calls, order: 'in-order' }));
  });

  const argued: readonly (readonly [given: unknown, wanted: Record<string, unknown>, score: number])[] = [
    [{ order: 4711 }, { order: 4711 }, 1],
    [{ order: 4711, note: 'x' }, { order: 4711 }, 1],
    [{ order: '4711' }, { order: 4711 }, 0],
    ['{"order": 4711}', { order: 4711 }, 1],
    [{ a: { c: 1, b: [1, 2] } }, { a: { b: [1, 2], c: 1 } }, 1],
    [{ a: { b: [1, 2], c: 1 } }, { a: { b: [1, 2] } }, 0],
    [{ a: [2, 1] }, { a: [1, 2] }, 0],
    [{}, { a: null }, 0],
    [undefined, {}, 1],
    ['no JSON', {}, 1],
    ['no JSON', { a: 1 }, 0],
    ['[1]', { 0: 1 }, 0],
    ['{"__proto__": 1}', { toString: 1 }, 0],
  ];
  it.each(argued)('with arguments %j for %j scores %d', (given, wanted, score) => {
    // Test rows have what providers send: arguments in either form, or none.
    const short = { name: 'f', arguments: given } as ToolCall;
    const long = { id: '1', type: 'function', function: { name: 'f', arguments: given } } as ToolCall;
    for (const call of [short, long]) {
      expect(getScore(grade([call], { calls: [{ name: 'f', arguments: wanted }] }))).toBe(score);
    }
  });

  it.each([
    ['superset', { a: 1, b: 2 }, { a: 1 }, 1],
    ['exact', { a: 1, b: 2 }, { a: 1 }, 0],
    ['exact', { a: 1 }, { a: 1 }, 1],
    ['subset', { a: 1 }, { a: 1, b: 2 }, 1],
    ['subset', { a: 1, c: 3 }, { a: 1, b: 2 }, 0],
    ['subset', {}, { a: 1 }, 1],
    ['superset', {}, { a: 1 }, 0],
  ] as const)('with match %s, arguments %j for %j score %d', (match, given, wanted, score) => {
    const calls = [{ name: 'f', arguments: wanted, match }];
    expect(getScore(grade([{ name: 'f', arguments: given }], { calls }))).toBe(score);
  });

  it.each([
    ['aab', { a: 2, b: 1 }, 1],
    ['ab', { a: 2, b: 1 }, 1 / 2],
    ['', { a: 2, b: 1 }, 0],
    ['', { a: 0 }, 1],
    ['xyz', {}, 1],
  ])('counts the calls per tool: %j for %j is %d', (made, minimums, score) => {
    expect(getScore(grade(list(made), { minimums }))).toBe(score);
  });

  it('says which minimum was missed', () => {
    expect(grade(list('ab'), { minimums: { a: 2, b: 1 } })).toMatchObject({
      reason: 'Missed: a was called 1 of 2 times. Kept: b was called 1 of 1 times. Got "a()", "b()".',
    });
  });

  it.each([
    ['aab', 'ab', 1],
    ['', 'ab', 1],
    ['abx', 'ab', 2 / 3],
    ['x', '', 0],
  ])('with subset, %j of the allowed %j scores %d', (made, allowed, score) => {
    expect(getScore(grade(list(made), { calls: list(allowed), order: 'subset' }))).toBe(score);
  });

  const timed = (durationMs?: number): ToolCall => {
    return { function: { name: 'f' }, ...(durationMs === undefined ? {} : { duration_ms: durationMs }) };
  };
  it.each([
    [[timed(100)], 1],
    [[timed(101)], 1 / 2],
    [[], 0],
  ])('checks the duration of a call: %j scores %d', (made, score) => {
    expect(getScore(grade(made, { calls: [{ name: 'f', max_ms: 100 }] }))).toBe(score);
  });

  it('never passes a duration that was not reported', () => {
    expect(grade([timed()], { calls: [{ name: 'f', max_ms: 100 }] })).toMatchObject({
      score: 1 / 2,
      unmeasured: { atMost: 1 },
      reason: '1 of 1 expected calls made (in-order). Unknown: the duration of f (limit 100 ms). Got "f()".',
    });
  });

  it('in any order reassigns an expected call without arguments if another one needs the match', () => {
    const made = [
      { name: 'f', arguments: { a: 1 } },
      { name: 'f', arguments: { b: 1 } },
    ];
    const calls = [{ name: 'f' }, { name: 'f', arguments: { a: 1 } }];
    expect(getScore(grade(made, { calls, order: 'any-order' }))).toBe(1);
  });

  it('lists the missing calls and the calls made', () => {
    const calls = [{ name: 'find', arguments: { id: 1 } }, { name: 'pay' }];
    expect(grade([{ name: 'find', arguments: '{"id":1}' }], { calls })).toEqual({
      score: 1 / 2,
      reason: '1 of 2 expected calls made (in-order). Missing: "pay()". Got "find({"id":1})".',
      evidence: { made: 1, met: 1, missing: [{ name: 'pay' }] },
    });
    expect(grade([], { calls }).reason).toMatch(/. Got no calls\.$/);
    expect(grade(list('abcdefgh'), { calls }).reason).toMatch(/"e\(\)" and more\.$/);
  });

  it('with exact, lists the unexpected calls', () => {
    const calls = [{ name: 'a' }, { name: 'b' }];
    expect(grade(list('axb'), { calls, order: 'exact' })).toMatchObject({
      reason: '2 of 2 expected calls made (exact). Unexpected: "x()". Got "a()", "x()", "b()".',
      evidence: { made: 3, met: 2, missing: [], extra: [{ name: 'x' }] },
    });
    expect(grade(list('aab'), { calls, order: 'exact' })).toMatchObject({ evidence: { extra: [{ name: 'a' }] } });
    expect(grade(list('axb'), { calls })).toMatchObject({ evidence: { made: 3, met: 2, missing: [] } });
  });

  it.each<[string, Wanted<'tool-calls'>['order'], string]>([
    ['', 'exact', 'No calls were allowed. Got no calls.'],
    ['x', 'exact', 'No calls were allowed. Got "x()".'],
    ['x', 'any-order', 'No calls were expected. Got "x()".'],
  ])('has a readable reason if no calls are listed: %j (%s)', (made, order, reason) => {
    expect(grade(list(made), { calls: [], order }).reason).toBe(reason);
  });
});

describe('matching', () => {
  const table = fc.array(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), { maxLength: 4 });

  it('finds as many as an exhaustive search', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const isMet = (wanted: number, got: number) => rows[wanted]?.[got] ?? false;
        expect(matchAnyOrder(rows.length, 4, isMet).size).toBe(tryAll(rows, 0, new Set(), false));
        expect(matchInOrder(rows.length, 4, isMet).size).toBe(tryAll(rows, 0, new Set(), true));
      }),
    );
  });
});

/**
 * Tries every assignment of rows from `from` on to columns. `isInOrder`: each column must come after those already taken.
 */
function tryAll(
  rows: readonly (readonly boolean[])[],
  from: number,
  taken: ReadonlySet<number>,
  isInOrder: boolean,
): number {
  const row = rows[from];
  if (row === undefined) return 0;
  let most = tryAll(rows, from + 1, taken, isInOrder);
  for (const [column, isMet] of row.entries()) {
    if (!isMet || taken.has(column) || (isInOrder && column < Math.max(-1, ...taken))) continue;
    most = Math.max(most, 1 + tryAll(rows, from + 1, new Set([...taken, column]), isInOrder));
  }
  return most;
}
