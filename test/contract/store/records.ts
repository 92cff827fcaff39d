import type { Judgment } from '../../../src/conversation/judge/judgment.ts';
import type { CallRecord, PlayedMessage } from '../../../src/conversation/run/run-record.ts';
import type { RunSpec } from '../../../src/conversation/run/run-spec.ts';
import type { ConversationStart } from '../../../src/conversation/stored-conversation.ts';
import type { Verdict } from '../../../src/conversation/verdict.ts';
import type { GradedConversation, LeaseOwner, ReplyEntry, RunWriter, Store } from '../../../src/store/port.ts';

export const spec: RunSpec = {
  files: [{ path: 'a.eval.yaml', hash: 'h', name: 'a' }],
  attachments: [],
  targets: [{ file: 'targets.yaml', spec: { id: 'bot', provider: 'builtin', model: 'echo' } }],
  options: { repeat: 1 },
  conversations: 2,
};

export function makeOwner(token: string): LeaseOwner {
  return { process: 123, host: 'desk', token, since: '2026-01-02T03:04:05.000Z' };
}

export const isExpired = () => true;
export const isAlive = () => false;

export function createRun(store: Store, id = 'run-1'): Promise<RunWriter> {
  return store.runs.create({ id, spec, owner: makeOwner('first') });
}

export function makeStart(changes: Partial<ConversationStart> = {}): ConversationStart {
  return {
    file: 0,
    position: 0,
    id: `case-${(changes.position ?? 0) + 1}`,
    eval: 'a',
    target: 'bot',
    send: 'question',
    play: 'reply',
    repeat: 0,
    tags: [],
    ...changes,
  };
}

export function say(role: string, content: string): PlayedMessage {
  return { message: { role, content } };
}

const call: CallRecord = { latencyMs: 1.5, costUsd: null };

export function makeReply(turnIndex: number, text: string, changes: Partial<ReplyEntry> = {}): ReplyEntry {
  return { turnIndex, played: say('assistant', text), by: 'target', guidelines: '', call, ...changes };
}

export function makeVerdict(turnIndex: number | null, grader = 'contains-1'): Verdict {
  return { grader, turnIndex, status: 'graded', score: 1, normalizedScore: 1, pass: true, reason: 'It does.' };
}

/** What a later grading found: one verdict that fails, unless others are given. */
export function makeGraded(changes: Partial<GradedConversation> = {}): GradedConversation {
  const verdict = { ...makeVerdict(1), score: 0, normalizedScore: 0, pass: false, reason: 'Not any more.' };
  const aggregate = { all: false, mean: 0, min: 0, last: 0 };
  return { verdicts: [verdict], judgments: [], status: 'fail', aggregate, ...changes };
}

/** As long as decks are. */
export const deckText = `Grade the reply. ${'Be strict. '.repeat(200)}`;

export function makeJudgment(turnIndex: number | null, grader: string, reply = '{"score": 2}'): Judgment {
  const request = [
    { role: 'system', content: deckText },
    { role: 'user', content: `Turn ${turnIndex}, says ${grader}` },
  ];
  return { grader, turnIndex, request, reply, call: { latencyMs: 2, costUsd: 0.01, model: 'judge-1' } };
}

/** Long, so that runs share it; replies are short. */
export function toQuestion(position: number): string {
  return `Question ${position}${', and so on'.repeat(100)}`;
}

/** One conversation of a user line, a reply, a verdict and its end; gives its number. */
export async function recordConversation(writer: RunWriter, start: Partial<ConversationStart> = {}): Promise<number> {
  const number = writer.begin(makeStart(start));
  const { position = 0 } = start;
  await Promise.all([
    writer.recordTurns(number, [{ turnIndex: 0, played: say('user', toQuestion(position)) }]),
    writer.recordReply(number, makeReply(1, `Reply ${position}`)),
    writer.recordVerdicts(number, [makeVerdict(1)]),
    writer.endConversation(number, { status: 'pass' }),
  ]);
  return number;
}

export async function toList<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  return Array.fromAsync(values);
}
