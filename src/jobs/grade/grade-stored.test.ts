import { describe, expect, it } from 'vitest';
import { makeCase, makeGraded, makeKit, makeUngraded } from '../../../test/support/grading.ts';
import { makeStored } from '../../../test/support/stored-conversation.ts';
import { hashJson } from '../../base/hash.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { type Grader, listCaseGraders } from '../../grade/case-graders.ts';
import { gradeStored, isRegraded, type Regrading, toRegraded } from './execute.ts';

const at = '2026-11-16T05:00:00.000Z';
const evalCase = makeCase({ graders: [{ contains: 'refund' }, { contains: 'sorry', id: 'kind', weight: 3 }] });

function regrade(conversation: StoredConversation, changes: Partial<Regrading> & { evalCase: EvalCase }) {
  const graders = listCaseGraders(changes.evalCase);
  return gradeStored(conversation, { graders, kit: makeKit(), number: 2, at, ...changes });
}

describe('a stored conversation that is graded again', () => {
  it('gets the verdicts of every grader of its case as it is now', async () => {
    const stored = makeStored(['A refund.'], { verdicts: [makeGraded({ grader: 'old', pass: false })] });
    const { verdicts, status, aggregate, judgments } = await regrade(stored, { evalCase });
    expect(verdicts).toMatchObject([
      { grader: 'contains-1', turnIndex: 1, pass: true },
      { grader: 'kind', turnIndex: 1, pass: false },
    ]);
    // One turn: (1 · 1 + 0 · 3) ÷ (1 + 3).
    expect({ status, aggregate, judgments }).toEqual({
      status: 'fail',
      aggregate: { all: false, mean: 0.25, min: 0.25, last: 0.25 },
      judgments: [],
    });
  });

  it('has verdicts with the number of the grading, the grader and the time', async () => {
    const { verdicts } = await regrade(makeStored(['A refund.']), { evalCase });
    expect(verdicts.map(({ provenance }) => provenance)).toEqual([
      { grading: 2, at, kind: 'contains', hash: hashJson({ contains: 'refund' }) },
      { grading: 2, at, kind: 'contains', hash: hashJson({ contains: 'sorry', id: 'kind', weight: 3 }) },
    ]);
  });

  it('keeps the provenance that a judge gives, and records what it was asked', async () => {
    const provenance = { at: '2026-11-16T04:00:00.000Z', kind: 'judge', hash: 'deck', model: 'm' };
    const judgment = { grader: 'judge-1', turnIndex: 1, request: [{ role: 'user', content: 'Good?' }], reply: '3' };
    const judge: Grader = {
      grade: async () => ({ verdict: makeGraded({ grader: 'judge-1', provenance }), judgment }),
    };
    const { verdicts, judgments } = await regrade(makeStored(['Hi']), {
      evalCase: makeCase({ graders: [{ judge: 'tone.deck.md' }] }),
      kit: makeKit({ judge }),
    });
    expect(verdicts[0]?.provenance).toEqual({ ...provenance, grading: 2 });
    expect(judgments).toEqual([judgment]);
  });

  it('keeps the verdicts of graders that are not selected, and counts them', async () => {
    const before = [
      makeGraded({ grader: 'contains-1', pass: false, normalizedScore: 0 }),
      makeGraded({ grader: 'kind', pass: true, normalizedScore: 1 }),
    ];
    const stored = makeStored(['A refund.'], { verdicts: before });
    const selected = new Set(['contains-1']);
    const graded = await regrade(stored, { evalCase, selected });
    expect(graded.verdicts).toMatchObject([{ grader: 'contains-1', pass: true }]);
    // contains-1 passes now. "kind" passed before and is not graded again.
    expect(graded).toMatchObject({ status: 'pass', aggregate: { all: true, mean: 1 } });
    const shown = toRegraded(stored, graded, selected);
    expect(shown.verdicts).toEqual([before[1], ...graded.verdicts]);
    expect(shown.end).toMatchObject({ status: 'pass' });
  });

  it('keeps its error, and its replies before the error are graded', async () => {
    const graders = [{ contains: 'refund', when: 'all' as const }, { contains: 'refund' }];
    const error = { cause: 'timeout', message: 'No reply.' } as const;
    const stored = makeStored(['A refund.', 'No.'], { end: { status: 'error', error } });
    const { verdicts, status } = await regrade(stored, { evalCase: makeCase({ graders }) });
    expect(status).toBe('error');
    expect(verdicts.map(({ grader, turnIndex }) => [grader, turnIndex])).toEqual([
      ['contains-1', 1],
      ['contains-1', 3],
    ]);
  });

  it('has the verdict "none" if its case has no graders', async () => {
    const { verdicts, status } = await regrade(makeStored(['Hi']), { evalCase: makeCase() });
    expect({ verdicts, status }).toMatchObject({
      verdicts: [{ grader: 'none', cause: 'no-grader', provenance: { grading: 2, kind: 'none' } }],
      status: 'ungraded',
    });
  });

  it('loses the verdicts of a selected grader that its case no longer has', async () => {
    const verdicts = [makeGraded({ grader: 'gone', pass: false }), makeGraded({ grader: 'kind' })];
    const stored = makeStored(['Hi'], { verdicts });
    const selected = new Set(['gone']);
    expect(isRegraded(stored, listCaseGraders(evalCase), selected)).toBe(true);
    expect(await regrade(stored, { evalCase, selected })).toMatchObject({ verdicts: [], status: 'pass' });
  });

  it('is not graded if no selected grader applies to it', () => {
    const stored = makeStored(['Hi'], { verdicts: [makeUngraded({ grader: 'kind' })] });
    expect(isRegraded(stored, listCaseGraders(evalCase), new Set(['other']))).toBe(false);
    expect(isRegraded(stored, [], undefined)).toBe(true);
  });
});
