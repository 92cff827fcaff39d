import { describe, expect, it } from 'vitest';
import { makeStored } from '../../../test/support/stored-conversation.ts';
import type { CaseStatus } from '../../conversation/verdict.ts';
import { StatusChangeCollector } from './status-changes.ts';

function compare(rows: readonly (readonly [CaseStatus | undefined, CaseStatus, string])[]) {
  const before = new Map(rows.flatMap(([from], number) => (from === undefined ? [] : [[number, from] as const])));
  const collector = new StatusChangeCollector(before);
  for (const [number, [, status, id]] of rows.entries()) {
    collector.add(makeStored([], { number, start: { id }, end: { status } }));
  }
  return collector.toChanges();
}

describe('what a grading changed', () => {
  it('is counted by the way it went, most frequent first', () => {
    const changes = compare([
      ['pass', 'fail', 'a'],
      ['fail', 'pass', 'b'],
      ['fail', 'pass', 'c'],
      ['pass', 'pass', 'd'],
    ]);
    expect(changes).toEqual({
      count: 3,
      groups: [
        { from: 'fail', to: 'pass', count: 2, ids: ['b', 'c'] },
        { from: 'pass', to: 'fail', count: 1, ids: ['a'] },
      ],
    });
  });

  it('names a case once however often it was repeated, and a few cases only', () => {
    const ids = ['a', 'a', 'b', 'c', 'd', 'e', 'f'];
    const [group] = compare(ids.map((id) => ['fail', 'pass', id])).groups;
    expect(group).toMatchObject({ count: 7, ids: ['a', 'b', 'c', 'd', 'e'] });
  });

  it('says nothing of conversations that were not graded', () => {
    expect(compare([[undefined, 'fail', 'a']])).toEqual({ count: 0, groups: [] });
  });
});
