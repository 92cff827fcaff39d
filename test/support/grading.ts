import { Patterns } from '../../src/base/patterns.ts';
import type { EvalCase } from '../../src/conversation/case.ts';
import type { Verdict } from '../../src/conversation/verdict.ts';
import type { GraderKit } from '../../src/grade/case-graders.ts';
import type { GradedConversation, GradedReply } from '../../src/grade/graded-conversation.ts';
import { FakeClock } from './fake-clock.ts';

export function makeCase(changes: Partial<EvalCase> = {}): EvalCase {
  return { id: 'c', eval: 'd', tags: [], input_messages: [], play: ['reply'], graders: [], ...changes };
}

/** Reply number `replyIndex` of a conversation that begins with a user message. */
export function makeReply(text: string, replyIndex = 0, changes: Partial<GradedReply> = {}): GradedReply {
  const message = { role: 'assistant', content: text };
  return { turnIndex: 2 * replyIndex + 1, replyIndex, text, toolCalls: [], tags: [], message, ...changes };
}

export function makeConversation(evalCase: EvalCase, ...replies: readonly GradedReply[]): GradedConversation {
  const messages = replies.flatMap(({ message }) => [{ role: 'user', content: 'Hi' }, message]);
  const played = messages.map((message) => ({ message }));
  const requestOf: GradedConversation['requestOf'] = ({ turnIndex }) => {
    return { history: played.slice(0, turnIndex), question: 'Hi', guidelines: '' };
  };
  const [play = 'reply'] = evalCase.play;
  return { evalCase, play, messages, replies, repeat: 0, played, requestOf };
}

export function makeKit(changes: Partial<GraderKit> = {}): GraderKit {
  return { patterns: new Patterns(), clock: new FakeClock(), ...changes };
}

type Graded = Extract<Verdict, { status: 'graded' }>;

export function makeGraded(changes: Partial<Graded> = {}): Graded {
  const base = {
    grader: 'g',
    turnIndex: 1,
    status: 'graded',
    score: 1,
    normalizedScore: 1,
    pass: true,
    reason: 'r',
  } as const;
  return { ...base, ...changes };
}

type Ungraded = Extract<Verdict, { status: 'ungraded' }>;

export function makeUngraded(changes: Partial<Ungraded> = {}): Ungraded {
  return { grader: 'u', turnIndex: 1, status: 'ungraded', cause: 'no-judge', reason: 'r', ...changes };
}
