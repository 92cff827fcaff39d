import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { type FakeAnswer, FakeTarget, failWith, retryTarget } from '../../../test/support/fake-target.ts';
import { makeCase, makeKit } from '../../../test/support/grading.ts';
import { MemoryWriter } from '../../../test/support/memory-writer.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { ConversationStart, StoredConversation } from '../../conversation/stored-conversation.ts';
import { isSentHistory } from '../../conversation/target-request.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { JobControl } from '../../job/control.ts';
import { goalMark } from '../../play/play-simulation.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import type { TargetRequest } from '../../target/port.ts';
import { playConversation, type RunContext } from './execute.ts';
import type { ConversationTask } from './tasks.ts';

const lastLine: TargetSpec = {
  id: 'bot',
  provider: 'http',
  url: 'http://127.0.0.1/',
  body: { id: '{{conversation_id}}', text: '{{last_user}}' },
};
const wholeHistory: TargetSpec = { ...lastLine, body: { id: '{{conversation_id}}', chat: '{{messages}}' } };
const fails = failWith('provider-error', { status: 500, retryable: true });

interface Story {
  readonly bot: TargetSpec;
  readonly evalCase?: Partial<EvalCase>;
  readonly start?: Partial<ConversationStart>;
  /** The outcome of the nth call overall, from 0. */
  readonly answers?: Readonly<Record<number, FakeAnswer>>;
  readonly user?: TargetSpec;
}

/** A run of one conversation that can be stopped and resumed, with the real retry layer around its targets. */
function tell({ bot, evalCase: changes, start: more, answers = {}, user }: Story) {
  const turns = [{ user: 'one' }, { user: 'two' }, { user: 'three' }];
  const evalCase = makeCase({ graders: [{ contains: 'fine', when: 'all' }], play: ['script'], turns, ...changes });
  const start: ConversationStart = {
    ...{ id: 'c', eval: 'd', target: 'bot', repeat: 0, tags: [], file: 0, position: 0 },
    ...{ send: 'question', play: 'script', ...more },
  };
  const specs = new Map([bot, user].flatMap((spec) => (spec === undefined ? [] : [[spec.id, spec] as const])));
  const clock = new FakeClock();
  const calls: (TargetRequest & { readonly by: string })[] = [];
  const writer = new MemoryWriter();
  const ended: StoredConversation[] = [];
  let control = new JobControl();
  let stopAfter = Number.POSITIVE_INFINITY;
  const open = (id: string) => {
    const target = new FakeTarget((request) => {
      const { replyIndex, conversationId = '' } = request;
      calls.push({ ...request, messages: [], question: '', guidelines: '', replyIndex, conversationId, by: id });
      if (calls.length >= stopAfter) control.drain();
      return answers[calls.length - 1] ?? (id === 'bot' ? 'fine' : `line ${replyIndex}`);
    }, id);
    const spec = specs.get(id);
    const keepsConversation = spec !== undefined && !isSentHistory(spec);
    return retryTarget(target, { clock, keepsConversation });
  };
  const targets = new Map([...specs.keys()].map((id) => [id, open(id)]));
  const play = async (begun?: ConversationTask['begun'], stop = Number.POSITIVE_INFINITY) => {
    control = new JobControl();
    stopAfter = stop;
    const context: RunContext = {
      ...{ sources: [], choice: {}, repeat: 1, store: writer, writer, control, limits: { turns: 500 } },
      ...{ kitOf: async () => makeKit(), clock, random: () => 0 },
      openTarget: async (_source, id) => targets.get(id) ?? open(id),
      observer: { caseEnd: (conversation) => void ended.push(conversation) },
    };
    // A conversation uses only the files and targets of its source.
    const source = { files: { format: {} }, specs } as unknown as EvalSource;
    const done = playConversation({ source, evalCase, start, ...(begun === undefined ? {} : { begun }) }, context);
    for (let wait = 0; wait < 10; wait += 1) await clock.advance(60_000);
    return done;
  };
  const listCalls = () => calls.map(({ conversationId, replyIndex }) => `${conversationId} turn ${replyIndex + 1}`);
  return { play, calls, listCalls, writer, ended, clock };
}

const key = 'r-[\\da-f]{16}';
const match = (...suffixes: readonly string[]) => suffixes.map((suffix) => expect.stringMatching(`^${key}-${suffix}$`));

describe('a conversation whose target keeps it', () => {
  it('is recorded as an attempt before its first call', async () => {
    const { play, writer, ended, listCalls } = tell({ bot: lastLine });
    await play();
    expect(writer.steps.slice(0, 3)).toEqual(['turns', 'attempt 1', 'reply']);
    expect(listCalls()).toEqual(match('1 turn 1', '1 turn 2', '1 turn 3'));
    expect(ended).toMatchObject([{ end: { status: 'pass' }, attempt: 1, replies: { length: 3 } }]);
    expect(ended[0]).not.toHaveProperty('abandoned');
    expect(ended).toEqual([await writer.findConversation('r', 1)]);
    expect(ended[0]?.replies[0]?.call.conversationId).toMatch(new RegExp(`^${key}-1$`));
  });

  it('starts over at turn 1 under a new id when the run is resumed, and keeps what it had', async () => {
    const { play, writer, ended, listCalls } = tell({ bot: lastLine });
    await play(undefined, 2);
    expect(ended).toEqual([]);
    await play({ number: 1, isEnded: false });
    expect(listCalls()).toEqual(match('1 turn 1', '1 turn 2', '2 turn 1', '2 turn 2', '2 turn 3'));
    expect(ended).toEqual([await writer.findConversation('r', 1)]);
    expect(ended[0]).toMatchObject({
      attempt: 2,
      replies: { length: 3 },
      verdicts: { length: 3 },
      abandoned: [{ attempt: 1, replies: { length: 2 }, verdicts: { length: 2 }, conversationId: match('1')[0] }],
    });
  });

  it('starts over as often as it is stopped, also before its first reply', async () => {
    const { play, listCalls, ended } = tell({ bot: lastLine, answers: { 1: fails } });
    await play(undefined, 1);
    // The call of attempt 2 fails while the run stops, so nothing of it is recorded.
    await play({ number: 1, isEnded: false }, 2);
    await play({ number: 1, isEnded: false });
    expect(listCalls()).toEqual(match('1 turn 1', '2 turn 1', '3 turn 1', '3 turn 2', '3 turn 3'));
    expect(ended[0]?.abandoned?.map(({ attempt, replies }) => [attempt, replies.length])).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  it('does not start over when no call is left to make', async () => {
    const { play, writer, ended, listCalls } = tell({ bot: lastLine });
    await play(undefined, 3);
    expect(ended).toMatchObject([{ replies: { length: 3 } }]);
    writer.forgetVerdicts(1);
    await play({ number: 1, isEnded: false });
    expect(listCalls()).toHaveLength(3);
    expect(ended[1]).toMatchObject({ attempt: 1, verdicts: { length: 3 } });
  });

  it.each<[string, Partial<typeof fails.info>]>([
    ['a server error', { cause: 'provider-error', status: 500 }],
    ['a broken connection', { cause: 'unreachable' }],
    ['a timeout', { cause: 'timeout' }],
    ['a reply that could not be read', { cause: 'malformed-reply' }],
  ])('starts over after a failed call that may have reached the target: %s', async (_title, info) => {
    const error = failWith(info.cause ?? 'internal', { ...info, retryable: true });
    const { play, ended, listCalls, clock } = tell({ bot: lastLine, answers: { 1: error } });
    await play();
    expect(listCalls()).toEqual(match('1 turn 1', '1 turn 2', '2 turn 1', '2 turn 2', '2 turn 3'));
    expect(clock.slept).toHaveLength(1);
    expect(ended[0]).toMatchObject({
      end: { status: 'pass' },
      abandoned: [{ attempt: 1, reason: error.message, error: { cause: info.cause, turnIndex: 3 } }],
    });
  });

  it.each<[string, Partial<typeof fails.info>]>([
    ['a rate limit', { cause: 'rate-limited', status: 429 }],
    ['a refused connection', { cause: 'unreachable' }],
  ])('is asked again in place when the target never took the call up: %s', async (_title, info) => {
    const error = failWith(info.cause ?? 'internal', { ...info, retryable: true, isUndelivered: true });
    const { play, ended, listCalls } = tell({ bot: lastLine, answers: { 1: error, 2: error } });
    await play();
    expect(listCalls()).toEqual(match('1 turn 1', '1 turn 2', '1 turn 2', '1 turn 2', '1 turn 3'));
    expect(ended[0]).toMatchObject({ end: { status: 'pass' }, attempt: 1 });
    expect(ended[0]).not.toHaveProperty('abandoned');
  });

  it('ends in error after five attempts, or two that timed out', async () => {
    const five = tell({ bot: lastLine, answers: { 0: fails, 1: fails, 2: fails, 3: fails, 4: fails } });
    await five.play();
    expect(five.listCalls()).toEqual(match('1 turn 1', '2 turn 1', '3 turn 1', '4 turn 1', '5 turn 1'));
    expect(five.ended[0]).toMatchObject({
      end: { status: 'error', error: { cause: 'provider-error', attempts: 5, turnIndex: 1 }, asked: { turnIndex: 1 } },
      abandoned: { length: 4 },
    });
    const slow = failWith('timeout', { retryable: true });
    const two = tell({ bot: lastLine, answers: { 0: slow, 1: slow } });
    await two.play();
    expect(two.ended[0]).toMatchObject({ end: { error: { cause: 'timeout', attempts: 2 } }, abandoned: { length: 1 } });
  });

  it('starts over when it ended in error and errors are retried', async () => {
    const { play, ended, listCalls } = tell({ bot: lastLine, answers: { 1: failWith('bad-request') } });
    await play();
    expect(ended[0]).toMatchObject({ end: { status: 'error' }, replies: { length: 1 } });
    await play({ number: 1, isEnded: true });
    expect(listCalls()).toEqual(match('1 turn 1', '1 turn 2', '2 turn 1', '2 turn 2', '2 turn 3'));
    expect(ended[1]).toMatchObject({ end: { status: 'pass' }, abandoned: [{ replies: { length: 1 } }] });
  });

  it('starts over when an earlier version recorded a part of it', async () => {
    const { play, writer, ended, listCalls } = tell({ bot: lastLine });
    const number = writer.begin({ ...ended[0]?.start, id: 'c' } as ConversationStart);
    await writer.recordTurns(number, [{ turnIndex: 0, played: { message: { role: 'user', content: 'one' } } }]);
    await play({ number, isEnded: false });
    expect(listCalls()).toEqual(match('2 turn 1', '2 turn 2', '2 turn 3'));
    expect(ended[0]?.abandoned).toMatchObject([{ attempt: 1, turns: { length: 1 } }]);
  });

  it('has a conversation per turn in every-turn play, whose replies stay', async () => {
    const evalCase = {
      turns: [
        { user: 'one', expect: '1' },
        { user: 'two', expect: '2' },
        { user: 'three', expect: '3' },
      ],
    };
    const story: Story = {
      bot: lastLine,
      evalCase: { ...evalCase, play: ['every-turn'] },
      start: { play: 'every-turn' },
    };
    const { play, ended, listCalls } = tell({ ...story, answers: { 2: fails } });
    await play(undefined, 1);
    await play({ number: 1, isEnded: false });
    expect(listCalls()).toEqual(match('1-t2 turn 1', '2-t4 turn 2', '2-t6 turn 3', '3-t6 turn 3'));
    expect(ended[0]).toMatchObject({ end: { status: 'pass' }, replies: { length: 3 }, attempt: 3 });
    expect(ended[0]?.abandoned).toMatchObject([
      { attempt: 2, replies: [], error: { status: 500 }, conversationId: match('2-t6')[0] },
    ]);
  });
});

describe('a conversation whose target is sent the whole history', () => {
  it('continues under the same id, wherever it was stopped or failed', async () => {
    const { play, ended, listCalls, writer } = tell({ bot: wholeHistory, answers: { 1: fails } });
    await play(undefined, 1);
    await play({ number: 1, isEnded: false });
    expect(listCalls()).toEqual(match('1 turn 1', '1 turn 2', '1 turn 2', '1 turn 3'));
    expect(ended[0]).toMatchObject({ end: { status: 'pass' }, replies: { length: 3 } });
    expect(ended[0]).not.toHaveProperty('attempt');
    expect(writer.steps.filter((step) => step.startsWith('attempt'))).toEqual([]);
  });
});

it('names conversations of different cases, variants and repeats differently', async () => {
  const starts: readonly Partial<ConversationStart>[] = [
    {},
    { id: 'd' },
    { file: 1 },
    { repeat: 1 },
    { send: 'messages' },
    { play: 'reply' },
  ];
  const ids: unknown[] = [];
  for (const start of starts) {
    const input_messages = [{ role: 'user', content: 'Hi' }];
    const { play, calls } = tell({ bot: lastLine, evalCase: { input_messages }, start });
    await play();
    ids.push(calls[0]?.conversationId);
  }
  expect(new Set(ids).size).toBe(starts.length);
});

it('gives a simulated user a conversation of its own, and starts over when it keeps that itself', async () => {
  const user = { ...lastLine, id: 'customer' };
  const simulate = { persona: 'A customer.', goal: 'A refund.', target: 'customer' };
  const evalCase = { play: ['simulate' as const], turns: undefined, simulate } as Partial<EvalCase>;
  const story: Story = { bot: wholeHistory, user, evalCase, start: { play: 'simulate' } };
  const { play, listCalls, ended } = tell({ ...story, answers: { 4: fails, 7: goalMark } });
  await play(undefined, 2);
  await play({ number: 1, isEnded: false });
  expect(listCalls()).toEqual(
    match(
      ...['1-user turn 1', '1 turn 1', '2-user turn 1', '2 turn 1', '2-user turn 2'],
      ...['3-user turn 1', '3 turn 1', '3-user turn 2'],
    ),
  );
  expect(ended[0]).toMatchObject({ end: { simulation: { end: 'goal' } }, attempt: 3, abandoned: { length: 2 } });
});

type Mood = 'fine' | 'fails' | 'refuses' | 'rejects';
const moods: Readonly<Record<Exclude<Mood, 'fine'>, FakeAnswer>> = {
  fails,
  refuses: failWith('rate-limited', { status: 429, retryable: true, isUndelivered: true }),
  rejects: failWith('bad-request'),
};

it.each(['script', 'every-turn', 'reply'] as const)(
  'never asks a target that keeps the conversation for a turn twice under one id, nor leaves one out: %s',
  async (mode) => {
    const line = (user: string) => ({ user, expect: 'fine' });
    const input_messages = mode === 'reply' ? [{ role: 'user', content: 'one' }] : [];
    const evalCase = { play: [mode], turns: [line('one'), line('two'), line('three')], input_messages };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<Mood>('fine', 'fine', 'fine', 'fails', 'refuses', 'rejects'), { maxLength: 25 }),
        fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 4 }),
        async (schedule, stops) => {
          const answers = Object.fromEntries(
            schedule.flatMap((mood, call) => (mood === 'fine' ? [] : [[call, moods[mood]]])),
          );
          const { play, calls, ended, writer } = tell({ bot: lastLine, evalCase, start: { play: mode }, answers });
          await play(undefined, stops[0]);
          // The schedule ends after this many calls, and each round makes at least one.
          for (let round = 1; ended.at(-1)?.end?.status !== 'pass' && round < 40; round += 1) {
            await play({ number: 1, isEnded: ended.length > 0 && (await isEnded(writer)) }, stops[round]);
          }
          const taken = calls.filter((_, call) => schedule[call] !== 'refuses');
          const byId = Map.groupBy(taken, ({ conversationId }) => conversationId);
          for (const asked of byId.values()) {
            const turns = asked.map(({ replyIndex }) => replyIndex);
            expect(turns).toEqual(mode === 'every-turn' ? turns.slice(0, 1) : [...turns.keys()]);
          }
          const last = ended.at(-1);
          expect(last).toMatchObject({ end: { status: 'pass' }, replies: { length: mode === 'reply' ? 1 : 3 } });
          const recorded = [...(last?.abandoned ?? []), last].flatMap((attempt) => attempt?.replies ?? []);
          // Every reply is recorded exactly once.
          const given = calls.filter((_, call) => (schedule[call] ?? 'fine') === 'fine').length;
          expect(recorded).toHaveLength(given);
        },
      ),
      { numRuns: 60 },
    );
  },
);

async function isEnded(writer: MemoryWriter): Promise<boolean> {
  return (await writer.findConversation('r', 1)).end !== undefined;
}
