import { defaultMaxTurns, type EvalCase, type PlayMode } from '../conversation/case.ts';
import {
  listAssistantTurns,
  type ScriptLine,
  toKnownConversation,
  toScript,
} from '../conversation/known-conversation.ts';
import { type Content, type Message, toCallParts } from '../conversation/message.ts';
import type { Variant } from '../conversation/run/run-record.ts';
import type { Send, TargetSpec, TokenPrice } from '../conversation/target-spec.ts';
import { perToken, type Range, replyLength } from '../conversation/token-range.ts';

/** The estimated size of a run. Tokens and cost are estimated from the length of texts. */
export interface RunPlan {
  readonly cases: number;
  /** Clusters in the statistics. Cases with the same `conversation_id` count once. */
  readonly clusters: number;
  /** Ids of the targets under test. Simulated users and judges are not listed, but their calls count. */
  readonly targets: readonly string[];
  /** What each target is sent, by id. */
  readonly sends: ReadonlyMap<string, readonly Send[]>;
  /** Whether some eval files are written for AgentV, which decides what targets are sent. */
  readonly hasAgentv?: boolean;
  readonly conversations: number;
  readonly calls: Range;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** Cost of the targets with a known price. */
  readonly costUsd: Range;
  /** Targets without a known price. Their cost is not part of `costUsd`. */
  readonly unpriced: readonly string[];
  /** The judges' share, if each case is played once. Absent: no judge is asked. */
  readonly judging?: Pick<RunPlan, 'calls' | 'costUsd' | 'unpriced'>;
  /** Number of conversations per case. Absent: it differs between cases. */
  readonly conversationsPerCase?: number;
}

interface PlannerOptions {
  readonly repeat: number;
  readonly priceOf: (spec: TargetSpec) => TokenPrice | undefined;
}

/** What the planner needs besides the case. */
interface PlannedCase {
  readonly specs: ReadonlyMap<string, TargetSpec>;
  readonly lengthOf: LengthOf;
  /** Estimates the calls of the case's judges for the replies of a target. */
  readonly judging?: (played: PlayEstimate, target: string) => readonly JudgingEstimate[];
}

/** A conversation before it is played. */
interface PlayEstimate {
  readonly play: PlayMode;
  readonly replies: Range;
  /** Characters of all known messages. */
  readonly characters: number;
}

/** Calls of one judge for one conversation, and their input tokens in total. */
interface JudgingEstimate {
  readonly spec: TargetSpec;
  readonly calls: Range;
  readonly input: Range;
}

/** Calls, and their input tokens in total. */
interface Calls {
  readonly calls: Range;
  readonly input: Range;
}

/** Adds up the estimates of all cases. */
export class Planner {
  readonly #options: PlannerOptions;
  readonly #unpriced = new Set<string>();
  readonly #sizes = new Set<number>();
  readonly #sends = new Map<string, readonly Send[]>();
  #cases = 0;
  #alone = 0;
  readonly #conversationIds = new Set<string>();
  #conversations = 0;
  #calls = { low: 0, high: 0 };
  #inputTokens = { low: 0, high: 0 };
  #outputTokens = { low: 0, high: 0 };
  #costUsd = { low: 0, high: 0 };
  readonly #judging = { calls: { low: 0, high: 0 }, costUsd: { low: 0, high: 0 }, unpriced: new Set<string>() };

  constructor(options: PlannerOptions) {
    this.#options = options;
  }

  add(evalCase: EvalCase, variants: readonly Variant[], { specs, lengthOf, judging }: PlannedCase): void {
    const { repeat } = this.#options;
    this.#cases += 1;
    if (evalCase.conversation_id === undefined) this.#alone += 1;
    else this.#conversationIds.add(evalCase.conversation_id);
    this.#conversations += variants.length * repeat;
    this.#sizes.add(variants.length * repeat);
    for (const { target, send, play } of variants) {
      this.#addSend(target, send);
      for (const call of estimateCalls(evalCase, play, lengthOf)) {
        const spec = specs.get(call.by === 'simulator' ? (evalCase.simulate?.target ?? '') : target);
        if (spec !== undefined) this.#addCalls(spec, call);
      }
      if (judging === undefined) continue;
      const characters = countConversation(evalCase, play, lengthOf);
      const played = { play, replies: countReplies(evalCase, play), characters };
      for (const { spec, ...calls } of judging(played, target)) {
        this.#addJudging(spec, calls);
      }
    }
  }

  toPlan(): RunPlan {
    const [perCase] = this.#sizes;
    return {
      cases: this.#cases,
      clusters: this.#alone + this.#conversationIds.size,
      targets: [...this.#sends.keys()],
      sends: this.#sends,
      conversations: this.#conversations,
      calls: this.#calls,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      costUsd: this.#costUsd,
      unpriced: [...this.#unpriced],
      ...(this.#judging.calls.high === 0
        ? {}
        : { judging: { ...this.#judging, unpriced: [...this.#judging.unpriced] } }),
      ...(this.#sizes.size === 1 && perCase !== undefined ? { conversationsPerCase: perCase } : {}),
    };
  }

  #addSend(target: string, send: Send): void {
    const forms = this.#sends.get(target) ?? [];
    if (!forms.includes(send)) this.#sends.set(target, [...forms, send]);
  }

  #addCalls(spec: TargetSpec, { calls, input }: Calls): Range | undefined {
    const { repeat } = this.#options;
    const settings = 'settings' in spec ? spec.settings : undefined;
    const longest = settings?.max_output_tokens ?? 1_000;
    const output = { low: calls.low * Math.min(20, longest), high: calls.high * longest };
    addTo(this.#calls, calls, repeat);
    addTo(this.#inputTokens, input, repeat);
    addTo(this.#outputTokens, output, repeat);
    const costUsd = this.#findCost(spec, input, output);
    if (costUsd === undefined) this.#unpriced.add(spec.id);
    else addTo(this.#costUsd, costUsd, repeat);
    return costUsd;
  }

  #addJudging(spec: TargetSpec, calls: Calls): void {
    const costUsd = this.#addCalls(spec, calls);
    addTo(this.#judging.calls, calls.calls, 1);
    if (costUsd === undefined) this.#judging.unpriced.add(spec.id);
    else addTo(this.#judging.costUsd, costUsd, 1);
  }

  /** Undefined: the price is unknown. */
  #findCost(spec: TargetSpec, input: Range, output: Range): Range | undefined {
    const price = this.#options.priceOf(spec);
    if (price === undefined) return undefined;
    const { input_usd: inUsd = 0, output_usd: outUsd = 0 } = price;
    const toUsd = (end: keyof Range) => (input[end] * inUsd + output[end] * outUsd) / 1e6;
    return { low: toUsd('low'), high: toUsd('high') };
  }
}

function addTo(sum: { low: number; high: number }, range: Range, factor: number): void {
  sum.low += range.low * factor;
  sum.high += range.high * factor;
}

/** Calls for one conversation, and their input tokens in total. */
interface CallEstimate {
  readonly by: 'target' | 'simulator';
  readonly calls: Range;
  readonly input: Range;
}

/** Returns the length of an attached file or image in characters. */
type LengthOf = (written: string) => number;

/** Estimates the calls for one conversation from the length of its texts. */
export function estimateCalls(evalCase: EvalCase, play: PlayMode, lengthOf: LengthOf): readonly CallEstimate[] {
  if (play === 'reply') return [toEstimate([countAll(evalCase.input_messages, lengthOf)])];
  if (play === 'every-turn') return [estimateEveryTurn(evalCase, lengthOf)];
  return play === 'script' ? [estimateScript(evalCase, lengthOf)] : estimateSimulation(evalCase, lengthOf);
}

/** Counts the characters of a whole conversation, without the unknown replies. */
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
  let knownCharacters = countAll(input, lengthOf);
  const lengths = lines.map((line) => (knownCharacters += countLine(line, lengthOf)));
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
  const knownCharacters = countAll(evalCase.input_messages, lengthOf);
  const turns = evalCase.simulate?.max_turns ?? defaultMaxTurns;
  const all = toEstimate(new Array<number>(turns).fill(knownCharacters), (index) => 2 * index + 1);
  const calls = { low: 1, high: turns };
  const input = { low: Math.round(knownCharacters / perToken.low), high: all.input.high };
  return [
    { by: 'target', calls, input },
    { by: 'simulator', calls: { low: 1, high: turns + 1 }, input },
  ];
}

/** `lengths`: characters of known text before each call. `repliesBefore`: number of unknown replies before it. */
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

/** Adds a few characters for the role and its marker. */
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

/** Counts the target's replies in one conversation. */
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
