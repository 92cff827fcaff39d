// Every check through its registered function against plain `includes` of the same replies; prints the medians as JSON.

import { Patterns } from '../../dist/base/patterns.js';
import { Schemas } from '../../dist/grade/checks/schemas.js';
import { checks } from '../../dist/grade/grade-conversation.js';
import { openCommandRunner } from '../../dist/wiring/command-runner.js';
import { median, timePair } from '../measure.mjs';

// Many short rounds, so that other work of the machine delays both sides alike.
const count = 2_000;
const many = { rounds: 201, warmUps: 50 };
const few = { rounds: 21, warmUps: 5 };
const phrase = 'inside the 14 days';
const words =
  'we are sorry to hear that and will look at what can be done for you as soon as the goods are back with us'.split(
    ' ',
  );

/** A text of 400 characters, different each time, so that no engine can cache it. Half of them contain the phrase. */
function toText(n) {
  const filler = (seed, length) => {
    let text = '';
    for (let at = seed; text.length < length; at = (at * 7 + 3) % 9973) text += `${words[at % words.length]} `;
    return text.slice(0, length);
  };
  const start = isGood(n) ? 'Order 4711: ' : 'Hello there ';
  const middle = isGood(n) ? phrase : 'in another month  ';
  const seed = isGood(n) ? 1 : n + 1;
  return toFlat(`${start}${filler(seed, 180)}${middle}${filler(seed + 5, 189)}.`);
}

function isGood(n) {
  return n % 2 === 0;
}

/** One piece in memory, like a text from the network, not a chain of concatenated pieces. */
function toFlat(text) {
  return Buffer.from(text).toString('latin1');
}

const refs = [
  { url: 'https://kb.example.com/rule', content: `The rule says: ${toText(1)}` },
  { url: 'https://kb.example.com/shop', content: 'The shop pays for the way back of goods.' },
];
const evalCase = {
  ...{ id: 'c', eval: 'd', tags: [], play: ['reply'], graders: [] },
  input_messages: [{ role: 'user', content: 'Hi' }],
  expected_messages: [{ role: 'assistant', content: toText(0), refs }],
};

function toSubject(text, n) {
  const toolCalls = [{ name: 'find', arguments: '{"order": 4711}' }, { name: isGood(n) ? 'pay' : 'wait' }];
  const call = { latencyMs: isGood(n) ? 100 : 5000, costUsd: isGood(n) ? 0.001 : 0.1 };
  const message = { role: 'assistant', content: text };
  const reply = { turnIndex: 1, replyIndex: 0, tags: [], text, toolCalls, call, message };
  const request = { history: [{ message: evalCase.input_messages[0] }], question: 'Hi', guidelines: '' };
  const conversation = {
    evalCase,
    play: 'reply',
    messages: [],
    replies: [reply],
    repeat: 0,
    played: [],
    requestOf: () => request,
  };
  return { text, toolCalls, conversation, reply };
}

const plain = Array.from({ length: count }, (_, n) => toText(n));
const json = plain.map((text, n) =>
  toFlat(JSON.stringify({ order: isGood(n) ? n : `${n}`, text: text.slice(0, 375) })),
);
const halfJson = json.map((text, n) => (isGood(n) ? text : text.slice(0, -1)));
const cited = plain.map((text, n) =>
  toFlat(text.slice(0, 340) + (isGood(n) ? refs : refs.slice(0, 1)).map(({ url }) => ` ${url}`).join('')),
);
const orderSchema = { type: 'object', required: ['order'], properties: { order: { type: 'integer' } } };

const rows = [
  { kind: 'equals', wanted: toText(0) },
  { kind: 'contains', wanted: phrase },
  { kind: 'starts-with', wanted: 'Order 4711:' },
  { kind: 'regex', wanted: 'inside the \\d+ days' },
  { kind: 'json', wanted: true, texts: halfJson },
  { kind: 'json-schema', wanted: orderSchema, texts: json },
  { kind: 'similarity', name: 'similarity, levenshtein', wanted: { method: 'levenshtein' }, share: 0.1 },
  { kind: 'similarity', name: 'similarity, rouge-l', wanted: { method: 'rouge-l' }, share: 0.1 },
  { kind: 'similarity', name: 'similarity, bleu', wanted: { method: 'bleu' }, share: 0.1 },
  { kind: 'length', wanted: { max: 80, unit: 'words' } },
  { kind: 'citations', wanted: true, texts: cited, share: 0.1 },
  { kind: 'tool-calls', wanted: { calls: [{ name: 'find', arguments: { order: 4711 } }, { name: 'pay' }] } },
  { kind: 'latency', wanted: { max_ms: 1000 } },
  { kind: 'cost', wanted: { max_usd: 0.01 } },
];

const tools = { patterns: new Patterns(), schemas: new Schemas(() => '{}') };
await tools.patterns.find('a');
await tools.schemas.find(orderSchema);

async function timeRow({ kind, name = kind, wanted, texts = plain, share = 1 }) {
  const check = checks[kind];
  const subjects = texts.slice(0, count * share).map(toSubject);
  /** The sums are used, so that the engine cannot skip a call. */
  const subject = () => {
    let sum = 0;
    for (const one of subjects) {
      const { score, reason } = check(one, wanted, tools);
      sum += score + reason.length;
    }
    return sum;
  };
  const baseline = () => {
    let found = 0;
    for (const { text } of subjects) if (text.includes(phrase)) found += 1;
    return found;
  };
  const passes = subjects.filter((one) => check(one, wanted, tools).score === 1).length;
  const isBarred = kind === 'equals' || kind === 'contains' || kind === 'starts-with';
  if (isBarred && (passes !== subjects.length / 2 || baseline() !== passes)) throw new Error(`${passes} pass ${kind}.`);
  const expected = subject();
  const times = await timePair({
    subject: () => assertSame(subject(), expected),
    baseline: () => assertSame(baseline(), subjects.length / 2),
    ...(isBarred ? many : few),
  });
  return { name, ...times, replies: subjects.length };
}

function assertSame(sum, expected) {
  if (sum !== expected) throw new Error(`The sum is ${sum}, not ${expected}.`);
}

/** Median of programs that run one after another, each from start to finish. */
async function timeCommand() {
  const clock = { now: Date.now, elapsed: () => performance.now(), sleep: (_ms, signal) => untilAborted(signal) };
  const { signal } = new AbortController();
  const runCommand = openCommandRunner({ folder: process.cwd(), env: process.env, clock, signal });
  const command = [process.execPath, '-e', 'process.stdout.write(\'{"score": 1}\')'];
  const times = [];
  for (const [n, text] of plain.slice(0, 12).entries()) {
    const started = performance.now();
    const { score } = await checks.command(toSubject(text, n), command, { ...tools, runCommand });
    times.push(performance.now() - started);
    assertSame(score, 1);
  }
  return median(times);
}

function untilAborted(signal) {
  return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

const measured = [];
for (const row of rows) measured.push(await timeRow(row));
process.stdout.write(JSON.stringify({ checks: measured, commandMs: await timeCommand() }));
