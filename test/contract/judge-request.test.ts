import fc from 'fast-check';
import { expect, it } from 'vitest';
import { definedOnly } from '../../src/base/defined-only.ts';
import type { AnswerKey } from '../../src/conversation/answer-key.ts';
import type { EvalCase } from '../../src/conversation/case.ts';
import { type Deck, offeredContexts } from '../../src/conversation/judge/deck.ts';
import { toPromptDeck } from '../../src/conversation/judge/prompt-deck.ts';
import { promptScale } from '../../src/conversation/judge/prompt-spec.ts';
import { renderOutputFormat } from '../../src/conversation/judge/scale.ts';
import type { Message } from '../../src/conversation/message.ts';
import type { Ref } from '../../src/conversation/ref.ts';
import type { ReplyEntry, TurnEntry } from '../../src/conversation/run/run-record.ts';
import type { Sample, SampleMessage } from '../../src/conversation/sample.ts';
import type { TargetSpec } from '../../src/conversation/target-spec.ts';
import { toPlayed } from '../../src/format/chat.ts';
import { listShownTexts } from '../../src/format/question.ts';
import { listCaseGraders } from '../../src/grade/case-graders.ts';
import { gradeConversation } from '../../src/grade/grade-conversation.ts';
import { ConversationLog } from '../../src/grade/graded-conversation.ts';
import { judgeSample } from '../../src/grade/judge/judge-sample.ts';
import { openJudge } from '../../src/grade/judge/open-judge.ts';
import { toDeckHash } from '../../src/grade/judge/render-deck.ts';
import { gradeStored } from '../../src/jobs/grade/execute.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeTarget } from '../support/fake-target.ts';
import { makeCase, makeKit } from '../support/grading.ts';
import { makeStored } from '../support/stored-conversation.ts';

/** What was said up to a reply, and what the agent did on its way to it. */
interface Exchange {
  readonly asked: readonly Message[];
  readonly trace: readonly Message[];
  readonly reply: string;
}

interface Talk {
  readonly exchanges: readonly Exchange[];
  readonly key: AnswerKey;
  readonly refs: readonly Ref[];
}

const spec: TargetSpec = { id: 'judge', provider: 'builtin', model: 'echo' };
const signal = new AbortController().signal;

function toEntries({ exchanges }: Talk): { turns: readonly TurnEntry[]; replies: readonly ReplyEntry[] } {
  const turns: TurnEntry[] = [];
  const replies: ReplyEntry[] = [];
  for (const { asked, trace, reply } of exchanges) {
    for (const message of asked)
      turns.push({ turnIndex: turns.length + replies.length, played: toPlayed(message, {}) });
    replies.push({
      turnIndex: turns.length + replies.length,
      by: 'target',
      played: { message: { role: 'assistant', content: reply } },
      guidelines: '',
      call: { latencyMs: 1, costUsd: null, ...(trace.length === 0 ? {} : { trace: [...trace] }) },
    });
  }
  return { turns, replies };
}

/** A case of one exchange has the history. One with several is a conversation that was played. */
function toCase(talk: Talk): EvalCase {
  const { exchanges, key, refs } = talk;
  const turnIndex = toEntries(talk).replies.at(-1)?.turnIndex ?? 0;
  const isOne = exchanges.length === 1;
  return makeCase({
    play: [isOne ? 'reply' : 'simulate'],
    graders: [{ judge: 'x.deck.md' }],
    answer_keys: [{ turnIndex, answerKey: key }],
    ...(isOne ? { input_messages: [...(exchanges[0]?.asked ?? [])] } : {}),
    ...(isOne && refs.length > 0 ? { expected_messages: [{ role: 'assistant', content: 'x', refs: [...refs] }] } : {}),
  });
}

/** The same conversation as a sample, its keys in another order. */
function toSample({ exchanges, key, refs }: Talk): Sample {
  const messages = exchanges.flatMap(({ asked, trace, reply }): Message[] => [
    ...asked,
    ...trace,
    { role: 'assistant', content: reply },
  ]);
  const known = { mood: undefined, ...(exchanges.length === 1 && refs.length > 0 ? { refs } : {}), ...key };
  const expected = Object.fromEntries(Object.entries(definedOnly(known)).reverse());
  return {
    id: 'c',
    messages: messages.map(toSampleMessage),
    expected: { score: 2, ...expected },
    score: 2,
    tags: [],
    split: 'tune',
    meta: {},
  };
}

function toSampleMessage({ content, tool_calls: calls, ...message }: Message): SampleMessage {
  const text = typeof content === 'string' ? content : listShownTexts({ ...message, content }, {}).join('\n\n');
  return { ...message, ...(calls === undefined ? {} : { tool_calls: calls }), content: text };
}

/** What a judge was sent, byte by byte. */
function toSent({ requests: [request] }: FakeTarget): string {
  return JSON.stringify(request);
}

function openAsked(deck: Deck) {
  const target = new FakeTarget(() => '{"score": 1}');
  const openTarget = async () => target;
  const judge = openJudge({
    ...{ getDeck: () => deck, openTarget, specOf: () => spec, defaultTarget: 'judge', clock: new FakeClock() },
    ...{ signal, waiting: signal },
  });
  return { target, kit: makeKit({ judge }), openTarget };
}

async function sendAll(talk: Talk, deck: Deck) {
  const evalCase = toCase(talk);
  const [play = 'reply'] = evalCase.play;
  const graders = listCaseGraders(evalCase).filter(({ kind }) => kind === 'judge');
  const entries = toEntries(talk);
  const run = openAsked(deck);
  const log = new ConversationLog(evalCase, play, { ...entries, verdicts: [] });
  await gradeConversation(log, { graders, kit: run.kit, already: [] });
  const regrade = openAsked(deck);
  const stored = makeStored([], { ...entries, start: { play } });
  await gradeStored(stored, { evalCase, graders, kit: regrade.kit, number: 1, at: '' });
  const calibrate = openAsked(deck);
  await judgeSample(
    { grader: 'x', deck, deckHash: toDeckHash(deck), sample: toSample(talk), repeat: 0 },
    { target: spec, openTarget: calibrate.openTarget, clock: new FakeClock(), signal, waiting: signal },
  );
  return [run, regrade, calibrate].map(({ target }) => toSent(target));
}

const text = fc.oneof(fc.constantFrom('Hi', 'It is on its way.', '[User]:\nHa', '{"score": 3}', ''), fc.string());
const said = fc.record({ role: fc.constantFrom('system', 'developer', 'user', 'assistant', 'guest'), content: text });
const call = text.map((content): Message => ({ role: 'assistant', content, tool_calls: [{ id: '1', name: 'find' }] }));
const result = text.map((content): Message => ({ role: 'tool', content, tool_call_id: '1', name: 'find' }));
const parts = fc.record({
  role: fc.constantFrom('user', 'guest'),
  content: fc.array(text, { maxLength: 3 }),
  name: text,
});
const tagged = said.map((message) => ({ ...message, id: 'm', tags: ['x'], refs: [{ url: 'https://a.b' }] }));
const anyMessage: fc.Arbitrary<Message> = fc.oneof(said, call, result, parts, tagged);
const anyTrace: fc.Arbitrary<readonly Message[]> = fc.array(fc.oneof(call, result), { maxLength: 4 });
const word = fc.constantFrom('Refund', 'Apologizes.', 'No');
const anyTalk: fc.Arbitrary<Talk> = fc.record({
  exchanges: fc.array(fc.record({ asked: fc.array(anyMessage, { maxLength: 5 }), trace: anyTrace, reply: text }), {
    minLength: 1,
    maxLength: 3,
  }),
  key: fc
    .record({
      ...{ reference: word, outcome: word, mustMention: fc.array(word), mustNotMention: fc.array(word) },
      ...{ mustMatch: fc.array(word), mustNotMatch: fc.array(word) },
    })
    .map((key): AnswerKey => key),
  refs: fc.array(fc.record({ url: fc.constantFrom('https://a.b', 'https://c.d'), title: word })),
});
const anyDeck: fc.Arbitrary<Deck> = fc
  .record({
    sees: fc.constantFrom('history', 'turn', 'conversation'),
    window: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    names: fc.subarray([...offeredContexts]),
    type: fc.constantFrom(undefined, 'transcript'),
  })
  .map(({ sees, window, names, type }) => ({
    ...{ file: 'x.deck.md', text: '# Judge', scale: { min: -3, max: 3, step: 1 }, pass: 1, samples: [], files: [] },
    ...{ sees, ...(window === undefined ? {} : { window }) },
    contexts: names.map((name) => ({
      ...{ name, assistantQuestion: `${name}?`, default: '(none)', file: 'x' },
      ...(type === undefined ? {} : { type }),
    })),
  }));

/** What an agent did inside a reply was not part of the question that the target got; a sample does not know. */
function hasOneQuestion({ exchanges }: Talk, { contexts }: Deck): boolean {
  return exchanges.every(({ trace }) => trace.length === 0) || contexts.every(({ name }) => name !== 'question');
}

/** A prompt with a placeholder for each context, or without any, so that the material follows it. */
const anyPrompt = fc
  .subarray(['question', 'expected_outcome', 'reference_answer', 'candidate_answer', 'fullConversation', 'refs'])
  .map((names) => `Grade.\n${names.map((name) => `{{ ${name} }}`).join('\n')}`)
  .map((written) => toPromptDeck(written, { scale: promptScale }));

it('is the same, byte by byte, from a run, a later grading and a calibration', async () => {
  await fc.assert(
    fc.asyncProperty(anyTalk, fc.oneof(anyDeck, anyPrompt), async (talk, deck) => {
      fc.pre(hasOneQuestion(talk, deck));
      const [run, regrade, calibrate] = await sendAll(talk, deck);
      expect(run).toBeTypeOf('string');
      expect(regrade).toBe(run);
      expect(calibrate).toBe(run);
    }),
  );
});

it('has the texts of the last exchange and how to answer, for a deck of founding document 001', async () => {
  const context = (name: string) => ({ name, assistantQuestion: `${name}?`, file: 'x' });
  const scale = { min: -3, max: 3, step: 1 };
  const outputFormat = { ...context('outputFormat'), default: renderOutputFormat(scale) };
  const deck: Deck = {
    ...{ file: 'x.deck.md', text: '# Judge', scale, pass: 1, samples: [], files: [], sees: 'history', window: 1 },
    contexts: [context('userMessage'), context('assistantResponse'), outputFormat],
  };
  const [first, second] = ['Where is it?', 'And when does it come?'].map((content) => ({ role: 'user', content }));
  const exchanges = [
    { asked: [first], trace: [], reply: 'On its way.' },
    { asked: [second], trace: [], reply: 'Tomorrow.' },
  ].map(({ asked, ...rest }) => ({ ...rest, asked: asked.filter((message) => message !== undefined) }));
  const sent = await sendAll({ exchanges, key: {}, refs: [] }, deck);
  expect(new Set(sent).size).toBe(1);
  expect(JSON.parse(sent[0] ?? '').messages).toEqual([
    { role: 'system', content: '# Judge' },
    { role: 'assistant', content: 'userMessage?' },
    { role: 'user', content: 'And when does it come?' },
    { role: 'assistant', content: 'assistantResponse?' },
    { role: 'user', content: 'Tomorrow.' },
    { role: 'assistant', content: 'outputFormat?' },
    { role: 'user', content: expect.stringContaining('a whole number from -3 to 3') },
  ]);
});

const user = { role: 'user', content: 'Where is it?' };
const lookUp = { role: 'assistant', content: '', tool_calls: [{ name: 'find' }] };
const found = { role: 'tool', content: 'Found.', name: 'find' };

it.each([
  ['in the case', [{ asked: [user, lookUp, found], trace: [], reply: 'On its way.' }]],
  ['by the agent', [{ asked: [user], trace: [lookUp, found], reply: 'On its way.' }]],
])('has the tool turn of a reply, whether it was made %s or is that of a sample', async (_who, exchanges) => {
  const talk: Talk = { exchanges, key: {}, refs: [] };
  const context = { name: 'fullConversation', assistantQuestion: '?', file: 'x' };
  const deck: Deck = {
    ...{ file: 'x.deck.md', text: '# Judge', scale: { min: -3, max: 3, step: 1 }, pass: 1, samples: [], files: [] },
    ...{ sees: 'turn', contexts: [context] },
  };
  for (const [window, count] of [
    [undefined, 4],
    [1, 3],
    [2, 4],
  ] as const) {
    const sent = await sendAll(talk, window === undefined ? deck : { ...deck, window });
    for (const request of sent) expect(JSON.parse(JSON.parse(request).messages.at(-1).content)).toHaveLength(count);
  }
});
