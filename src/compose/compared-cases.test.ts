import { describe, expect, it } from 'vitest';
import type { CallRecord } from '../conversation/run/run-record.ts';
import type { ConversationStart, RunRecord, StoredConversation } from '../store/port.ts';
import { readSideCases } from './compared-cases.ts';
import type { ComparedSide } from './compared-side.ts';

const start: ConversationStart = {
  ...{ id: 'x', eval: 'd', target: 'bot', send: 'question', play: 'reply', repeat: 0 },
  ...{ file: 0, position: 0, tags: ['t'] },
};

function toConversation(calls: readonly CallRecord[], more: Partial<StoredConversation> = {}): StoredConversation {
  const replies = calls.map((call, index) => ({
    ...{ turnIndex: index, by: 'target' as const, guidelines: '', call },
    played: { message: { role: 'assistant', content: 'Hello.' } },
  }));
  const aggregate = { all: true, mean: 0.75, min: 0.5, last: 1 };
  return { number: 7, start, turns: [], replies, verdicts: [], end: { status: 'pass', aggregate }, ...more };
}

async function read(...conversations: readonly StoredConversation[]) {
  // Only the files of the spec are looked at.
  const record = {
    id: 'r',
    spec: { files: [{ path: 'd.eval.yaml', hash: '', eval: 'd' }] },
  } as unknown as RunRecord;
  const side: ComparedSide = { record, run: 'r', target: 'bot' };
  return readSideCases(
    {
      conversations: async function* () {
        yield* conversations;
      },
    },
    side,
  );
}

const call: CallRecord = { latencyMs: 100, costUsd: 0.5 };
const cached: CallRecord = { latencyMs: 1, costUsd: 0, cached: true };

describe('readSideCases', () => {
  it('takes score, cost and latency of a conversation over all its replies', async () => {
    expect(await read(toConversation([call, { latencyMs: 50, costUsd: 0.25 }]))).toEqual([
      {
        name: { id: 'x', eval: 'd', send: 'question', play: 'reply', repeat: 0, file: 'd.eval.yaml' },
        ...{ id: 'x', eval: 'd', repeat: 0, tags: ['t'], number: 7, cluster: 'case ["d","x"]' },
        ...{ status: 'pass', normalizedScore: 0.75, costUsd: 0.75, latencyMs: 150 },
        ...{ asked: { play: 'reply', messages: [] }, rules: new Map() },
      },
    ]);
  });

  it.each([
    ['a cost that is not known', [call, { ...call, costUsd: null }], { costUsd: null, latencyMs: 200 }],
    ['a reply from the cache', [call, cached], { costUsd: null, latencyMs: 100 }],
    ['replies that are all from the cache', [cached, cached], { costUsd: null, latencyMs: null }],
    ['no reply', [], { costUsd: null, latencyMs: null }],
  ])('does not take for 0: %s', async (_title, calls, metrics) => {
    expect(await read(toConversation(calls))).toMatchObject([metrics]);
  });

  it('leaves out what a simulated user cost', async () => {
    const { replies, ...rest } = toConversation([call, call]);
    const spoken = replies.map((reply, index) => ({ ...reply, by: index === 0 ? ('simulator' as const) : reply.by }));
    expect(await read({ ...rest, replies: spoken })).toMatchObject([{ costUsd: 0.5, latencyMs: 100 }]);
  });

  it('takes the conversation that a case names for its cluster', async () => {
    expect(await read(toConversation([], { start: { ...start, conversationId: 'c' } }))).toMatchObject([
      { cluster: 'conversation c' },
    ]);
  });

  it('tells the first thing that was wrong', async () => {
    const verdict = { grader: 'contains-1', score: 0, normalizedScore: 0, pass: false, status: 'graded' as const };
    const failed = toConversation([call], {
      end: { status: 'fail' },
      verdicts: [
        { ...verdict, turnIndex: 3, reason: 'later' },
        { ...verdict, turnIndex: 1, reason: 'first' },
      ],
    });
    const error = { cause: 'timeout' as const, message: 'No reply.' };
    const ungraded = { grader: 'judge-1', turnIndex: null, status: 'ungraded' as const, cause: 'refused' as const };
    const cases = await read(
      failed,
      toConversation([], { end: { status: 'error', error } }),
      toConversation([], { end: { status: 'ungraded' }, verdicts: [ungraded] }),
    );
    expect(cases.map(({ reason }) => reason)).toEqual([
      'turn 2, contains-1: first',
      'timeout: No reply.',
      'judge-1: refused',
    ]);
  });

  it('leaves out other targets, and what is not at its end', async () => {
    const { end: _, ...open } = toConversation([call]);
    expect(await read(open, toConversation([call], { start: { ...start, target: 'other' } }))).toEqual([]);
  });
});
