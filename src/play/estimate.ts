import type { EvalCase, PlayMode } from '../conversation/case.ts';
import { listAssistantTurns, toKnownConversation } from '../conversation/known-conversation.ts';
import { type Content, type Message, toCallParts } from '../conversation/message.ts';
import { type ScriptLine, toScript } from '../conversation/script-lines.ts';
import { perToken, type Range, replyLength } from '../conversation/token-range.ts';
import { defaultMaxTurns } from './simulate/default-max-turns.ts';

/** Calls of one conversation, and the tokens that go in, all of them together. */
export interface CallEstimate {
  readonly by: 'target' | 'simulator';
  readonly calls: Range;
  readonly input: Range;
}

/** Characters of an attached file or image. */
export type LengthOf = (written: string) => number;

/** What a conversation will take, guessed from the length of its texts. */
export function estimateCalls(evalCase: EvalCase, play: PlayMode, lengthOf: LengthOf): readonly CallEstimate[] {
  if (play === 'reply') return [toEstimate([countAll(evalCase.input_messages, lengthOf)])];
  if (play === 'every-turn') return [estimateEveryTurn(evalCase, lengthOf)];
  return play === 'script' ? [estimateScript(evalCase, lengthOf)] : estimateSimulation(evalCase, lengthOf);
}

/** Characters of a conversation at its end, without the replies nobody has seen yet. */
export function countConversation(evalCase: EvalCase, play: PlayMode, lengthOf: LengthOf): number {
  if (play === 'reply' || play === 'simulate') return countAll(evalCase.input_messages, lengthOf);
  if (play === 'every-turn') return countAll(toKnownConversation(evalCase), lengthOf);
  const { input, lines } = toScript(evalCase);
  return lines.reduce((sum, line) => sum + countLine(line, lengthOf), countAll(input, lengthOf));
}

function estimateEveryTurn(evalCase: EvalCase, lengthOf: LengthOf): CallEstimate {
  const known = toKnownConversation(evalCase);
  const before = [0];
  for (const message of known) before.push((before.at(-1) ?? 0) + countMessage(message, lengthOf));
  return toEstimate(listAssistantTurns(known).map((index) => before[index] ?? 0));
}

function estimateScript(evalCase: EvalCase, lengthOf: LengthOf): CallEstimate {
  const { input, lines } = toScript(evalCase);
  let told = countAll(input, lengthOf);
  const lengths = lines.map((line) => (told += countLine(line, lengthOf)));
  const stop = lines.findIndex(({ onFail }) => onFail === 'stop');
  const all = toEstimate(lengths, (index) => index);
  const least = stop === -1 ? all : toEstimate(lengths.slice(0, stop + 1), (index) => index);
  return {
    by: 'target',
    calls: { low: least.calls.low, high: all.calls.high },
    input: { low: least.input.low, high: all.input.high },
  };
}

function estimateSimulation(evalCase: EvalCase, lengthOf: LengthOf): readonly CallEstimate[] {
  const told = countAll(evalCase.input_messages, lengthOf);
  const turns = evalCase.simulate?.max_turns ?? defaultMaxTurns;
  const all = toEstimate(new Array<number>(turns).fill(told), (index) => 2 * index + 1);
  const calls = { low: 1, high: turns };
  const input = { low: Math.round(told / perToken.low), high: all.input.high };
  return [
    { by: 'target', calls, input },
    { by: 'simulator', calls: { low: 1, high: turns + 1 }, input },
  ];
}

/** `lengths`: what is told before each call; `repliesBefore`: how many unseen replies stand there besides. */
function toEstimate(lengths: readonly number[], repliesBefore: (index: number) => number = () => 0): CallEstimate {
  let low = 0;
  let high = 0;
  for (const [index, length] of lengths.entries()) {
    low += Math.round((length + repliesBefore(index) * replyLength.low) / perToken.low);
    high += Math.round((length + repliesBefore(index) * replyLength.high) / perToken.high);
  }
  return { by: 'target', calls: { low: lengths.length, high: lengths.length }, input: { low, high } };
}

function countAll(messages: readonly Message[], lengthOf: LengthOf): number {
  return messages.reduce((sum, message) => sum + countMessage(message, lengthOf), 0);
}

/** A few characters more for the role and its marker. */
function countMessage({ content, tool_calls: calls = [] }: Message, lengthOf: LengthOf): number {
  const called = calls.reduce((sum, call) => sum + (JSON.stringify(toCallParts(call))?.length ?? 0), 0);
  return 12 + called + (content == null ? 0 : countContent(content, lengthOf));
}

function countLine({ messages }: ScriptLine, lengthOf: LengthOf): number {
  return messages.reduce((sum, { message: { content } }) => {
    return content == null ? sum : sum + countContent(content, lengthOf);
  }, 0);
}

function countContent(content: Content, lengthOf: LengthOf): number {
  if (typeof content === 'string') return content.length;
  if (!Array.isArray(content)) return JSON.stringify(content).length;
  return content.reduce((sum: number, part) => {
    if (typeof part === 'string') return sum + part.length;
    const { type, value } = part;
    if (typeof value !== 'string') return sum + JSON.stringify(part).length;
    return sum + (type === 'file' || type === 'image' ? lengthOf(value) : value.length);
  }, 0);
}

/** Replies of the target in one conversation. */
export function countReplies(evalCase: EvalCase, play: PlayMode): Range {
  if (play === 'reply') return { low: 1, high: 1 };
  if (play === 'simulate') return { low: 1, high: evalCase.simulate?.max_turns ?? defaultMaxTurns };
  if (play === 'every-turn') {
    const count = listAssistantTurns(toKnownConversation(evalCase)).length;
    return { low: count, high: count };
  }
  const { lines } = toScript(evalCase);
  const stop = lines.findIndex(({ onFail }) => onFail === 'stop');
  return { low: stop === -1 ? lines.length : stop + 1, high: lines.length };
}
