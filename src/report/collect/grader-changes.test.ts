import { describe, expect, it } from 'vitest';
import { makeStored } from '../../../test/support/stored-conversation.ts';
import type { Verdict } from '../../conversation/verdict.ts';
import { GraderChangeCollector } from './grader-changes.ts';

const grading = 2;

function toVerdict(word: string): Verdict {
  const [grader = '', outcome, number] = word.split(' ');
  const at = '2026-11-15T00:00:00Z';
  const provenance = { at, kind: 'judge', hash: 'x', ...(number === undefined ? {} : { grading: Number(number) }) };
  const subject = { grader, turnIndex: 1, provenance };
  if (outcome === 'ungraded') return { ...subject, status: 'ungraded', cause: 'unparseable' };
  const pass = outcome === 'pass';
  return { ...subject, status: 'graded', score: Number(pass), normalizedScore: Number(pass), pass, reason: '' };
}

/** Each row is a conversation: verdicts before, and now; `tone pass 2` was given by grading 2. */
function collect(...rows: readonly (readonly [before: readonly string[], after: readonly string[]])[]) {
  const collector = new GraderChangeCollector({ grading, isOnePerCase: true });
  for (const [before, after] of rows) {
    const conversation = makeStored(['yes']);
    collector.add(
      { ...conversation, verdicts: before.map(toVerdict) },
      { ...conversation, verdicts: after.map(toVerdict) },
    );
  }
  return collector.toChanges();
}

describe('what a later grading changed, by grader', () => {
  it('counts every way that verdicts went, most frequent first', () => {
    const [tone] = collect(
      [['tone pass'], ['tone fail 2']],
      [['tone ungraded'], ['tone fail 2']],
      [['tone ungraded'], ['tone fail 2']],
      [['tone pass'], ['tone pass 2']],
    );
    expect(tone?.moves).toEqual([
      { from: 'ungraded', to: 'fail', count: 2 },
      { from: 'pass', to: 'fail', count: 1 },
    ]);
    expect(tone?.metrics).toMatchObject({ grader: 'tone', rate: { value: 1 / 4, n: 4 }, ungraded: {} });
  });

  it('counts new verdicts and removed ones', () => {
    const changes = collect([['old pass'], ['new fail 2']]);
    expect(changes.map(({ metrics, moves }) => [metrics.grader, metrics.rate.n, moves])).toEqual([
      ['new', 1, [{ to: 'fail', count: 1 }]],
      ['old', 0, [{ from: 'pass', count: 1 }]],
    ]);
  });

  it('leaves out graders whose verdicts are those of an earlier grading', () => {
    const changes = collect([
      ['length fail', 'tone pass 1'],
      ['length fail', 'tone pass 1', 'kind pass 2'],
    ]);
    expect(changes.map(({ metrics }) => metrics.grader)).toEqual(['kind']);
  });

  it('counts what could not be graded by its cause', () => {
    const [tone] = collect([['tone pass'], ['tone ungraded 2']]);
    expect(tone?.metrics).toMatchObject({ rate: { value: null, n: 0 }, ungraded: { unparseable: 1 } });
  });
});
