import { describe, expect, it } from 'vitest';
import { makeReply } from '../../test/support/grading.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import type { CaseGrader } from '../grade/case-graders.ts';
import { countVerdicts, GradingPlanner } from './judging-plan.ts';

const judge: TargetSpec = { id: 'judge', provider: 'openai', model: 'm' };
const echo: TargetSpec = { id: 'echo', provider: 'builtin', model: 'echo' };

describe('GradingPlanner', () => {
  it('counts calls, and estimates tokens and cost from the length of texts', () => {
    const planner = new GradingPlanner(({ id }) => (id === 'judge' ? { input_usd: 1, output_usd: 10 } : undefined));
    planner.add(judge, { calls: 2, characters: 450 });
    planner.add(echo, { calls: 1, characters: 0 });
    expect(planner.toPlan(2)).toEqual({
      conversations: 2,
      judgeCalls: 3,
      // low: 2 · (450 ÷ 4.5 + 20) + 20; high: 2 · (450 ÷ 2.5 + 1000) + 1000.
      tokens: { low: 260, high: 3360 },
      // low: (200 · 1 + 40 · 10) ÷ 10⁶; high: (360 · 1 + 2000 · 10) ÷ 10⁶.
      costUsd: { low: 600e-6, high: 20_360e-6 },
      unpriced: ['echo'],
    });
  });
});

describe('countVerdicts', () => {
  const replies = [makeReply('a', 0, { scriptTurn: 0 }), makeReply('b', 1, { scriptTurn: 1 })];
  const toGrader = (changes: Partial<CaseGrader>): CaseGrader => {
    return { id: 'g', kind: 'rubric', spec: { rubric: 'x' }, when: 'last', ...changes };
  };

  it.each([
    ['the last reply', toGrader({}), 1, 0],
    ['every reply', toGrader({ when: 'all' }), 2, 2],
    ['the second reply', toGrader({ when: { reply: 2 } }), 1, 1],
    ['a missing reply', toGrader({ when: { reply: 7 } }), 0, 0],
    ['the conversation', toGrader({ when: 'conversation' }), 1, 0],
    ['the outcome of the case', toGrader({ when: 'outcome' }), 1, 0],
    ['one line of a script', toGrader({ when: 'conversation', scriptTurn: 0 }), 1, 1],
  ])('counts %s', (_title, grader, complete, inError) => {
    const said = { play: 'script', replies } as const;
    expect([countVerdicts(grader, said, false), countVerdicts(grader, said, true)]).toEqual([complete, inError]);
  });

  it('counts nothing for a judge of the whole conversation in every-turn play', () => {
    expect(countVerdicts(toGrader({ when: 'conversation' }), { play: 'every-turn', replies }, false)).toBe(0);
    expect(countVerdicts(toGrader({ when: 'outcome' }), { play: 'every-turn', replies }, false)).toBe(1);
  });
});
