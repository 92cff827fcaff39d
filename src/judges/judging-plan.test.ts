import { describe, expect, it } from 'vitest';
import { makeCase, makeReply } from '../../test/support/grading.ts';
import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { When } from '../conversation/grader-spec.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { type CaseGrader, listCaseGraders } from '../grade/case-graders.ts';
import { outcomeDeck } from '../grade/judge/outcome-deck.ts';
import { countVerdicts, estimateJudging, GradingPlanner } from './judging-plan.ts';

const judge: TargetSpec = { id: 'judge', provider: 'openai', model: 'm' };
const echo: TargetSpec = { id: 'echo', provider: 'builtin', model: 'echo' };

describe('GradingPlanner', () => {
  it('counts calls, and guesses tokens and money from the length of texts', () => {
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
    ['a reply there is not', toGrader({ when: { reply: 7 } }), 0, 0],
    ['the conversation', toGrader({ when: 'conversation' }), 1, 0],
    ['the outcome of the case', toGrader({ when: 'outcome' }), 1, 0],
    ['one line of a script', toGrader({ when: 'conversation', scriptTurn: 0 }), 1, 1],
  ])('counts %s', (_title, grader, complete, inError) => {
    const said = { play: 'script', replies } as const;
    expect([countVerdicts(grader, said, false), countVerdicts(grader, said, true)]).toEqual([complete, inError]);
  });

  it('counts no judge of the whole in every-turn play, where there is none', () => {
    expect(countVerdicts(toGrader({ when: 'conversation' }), { play: 'every-turn', replies }, false)).toBe(0);
    expect(countVerdicts(toGrader({ when: 'outcome' }), { play: 'every-turn', replies }, false)).toBe(1);
  });
});

const script: Partial<EvalCase> = { turns: [{ user: 'a' }, { user: 'b', on_fail: 'stop' }, { user: 'c' }] };
const known: Partial<EvalCase> = {
  input_messages: ['user', 'assistant', 'user', 'assistant'].map((role) => ({ role, content: 'x' })),
};

function estimate(changes: Partial<EvalCase>, play: PlayMode, deck = outcomeDeck) {
  const evalCase = makeCase(changes);
  const [grader] = listCaseGraders(evalCase);
  if (grader === undefined) throw new Error('There is no grader.');
  return estimateJudging(grader, deck, { evalCase, play, lengthOf: () => 0 });
}

describe('calls of a judge', () => {
  it.each<[Partial<EvalCase>, PlayMode, When, number, number]>([
    [{}, 'reply', 'last', 1, 1],
    [{}, 'reply', 'all', 1, 1],
    [script, 'script', 'all', 2, 3],
    [script, 'script', 'conversation', 1, 1],
    [script, 'script', { reply: 3 }, 0, 1],
    [script, 'script', { reply: 4 }, 0, 0],
    [script, 'script', { tag: 't' }, 0, 3],
    [known, 'every-turn', 'all', 2, 2],
    [known, 'every-turn', 'conversation', 0, 0],
    [{ simulate: { persona: 'p', goal: 'g', target: 't', max_turns: 4 } }, 'simulate', 'all', 1, 4],
  ])('%j played %s and graded %j: %d to %d', (changes, play, when, low, high) => {
    expect(estimate({ ...changes, graders: [{ rubric: 'r', when }] }, play).calls).toEqual({ low, high });
  });

  it('of a scripted line are for that line, where lines are played', () => {
    const turns = [{ user: 'a', outcome: 'o' }];
    expect(estimate({ turns }, 'script').calls).toEqual({ low: 1, high: 1 });
    expect(estimate({ turns }, 'reply').calls).toEqual({ low: 0, high: 0 });
  });

  it('have the deck, the conversation and the replies as their tokens', () => {
    const deck = { ...outcomeDeck, text: 'x'.repeat(900), contexts: [] };
    const input_messages = [{ role: 'user', content: 'x'.repeat(438) }];
    // (900 + 450 + 80) / 4.5 = 317.8; (900 + 450 + 2000) / 2.5 = 1340.
    expect(estimate({ input_messages, graders: [{ rubric: 'r' }] }, 'reply', deck).input).toEqual({
      low: 318,
      high: 1340,
    });
  });
});
