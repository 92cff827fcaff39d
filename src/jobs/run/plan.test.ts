import { describe, expect, it } from 'vitest';
import { makeCase } from '../../../test/support/grading.ts';
import type { EvalCase, PlayMode } from '../../conversation/case.ts';
import type { When } from '../../conversation/grader-spec.ts';
import { listCaseGraders } from '../../grade/case-graders.ts';
import { outcomeDeck } from '../../grade/judge/outcome-deck.ts';
import { estimateJudging } from '../../judges/judging-plan.ts';
import { countConversation, countReplies } from '../../play/run-plan.ts';

const script: Partial<EvalCase> = { turns: [{ user: 'a' }, { user: 'b', on_fail: 'stop' }, { user: 'c' }] };
const known: Partial<EvalCase> = {
  input_messages: ['user', 'assistant', 'user', 'assistant'].map((role) => ({ role, content: 'x' })),
};

function estimate(changes: Partial<EvalCase>, play: PlayMode, deck = outcomeDeck) {
  const evalCase = makeCase(changes);
  const [grader] = listCaseGraders(evalCase);
  if (grader === undefined) throw new Error('There is no grader.');
  const characters = countConversation(evalCase, play, () => 0);
  return estimateJudging(grader, deck, { play, replies: countReplies(evalCase, play), characters });
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
