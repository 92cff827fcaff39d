import { toCanonicalJson } from '../../base/hash.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type ToolCall, toCallParts } from '../../conversation/message.ts';
import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult, Wanted } from './check.ts';
import { quoteExcerpt } from './excerpt.ts';

type WantedCall = NonNullable<Wanted<'tool-calls'>['calls']>[number];
type Order = NonNullable<Wanted<'tool-calls'>['order']>;

const shownCalls = 5;

/**
 * Checks that the reply makes the expected tool calls. A call matches an expected one if it has its name and its
 * arguments. The score is the share of what is expected: a matching call of its own for each expected one, its
 * duration, and the minimum number of calls per tool. With `exact`, it is relative to the larger number of expected or
 * actual calls, so that 1 means exactly these calls. With `subset`, it is the share of the calls that are allowed.
 */
export function checkToolCalls({ toolCalls }: GradedText, wanted: Wanted<'tool-calls'>): CheckResult {
  const { calls = [], order = 'in-order' } = wanted;
  const isMet = toIsMet(calls, toolCalls);
  if (order === 'subset') return checkSubset(toolCalls, wanted, isMet);
  const match = order === 'any-order' ? matchAnyOrder : matchInOrder;
  const met = match(calls.length, toolCalls.length, isMet);
  const missing = calls.filter((_call, index) => !met.has(index));
  const taken = new Set(met.values());
  const extra = order === 'exact' ? toolCalls.filter((_call, index) => !taken.has(index)) : [];
  const total = order === 'exact' ? Math.max(calls.length, toolCalls.length) : calls.length;
  const times = calls.flatMap((call, index) => checkTime(call, toolCalls[met.get(index) ?? -1]));
  const said =
    wanted.calls === undefined ? '' : `${explainMet(calls, order, met.size)}${explainRest(missing, extra, calls)}. `;
  return toResult({
    met: met.size,
    total,
    expectations: [...times, ...checkMinimums(toolCalls, wanted)],
    said: `${said}%${explainGot(toolCalls)}.`,
    evidence: { made: toolCalls.length, met: met.size, missing, ...(order === 'exact' ? { extra } : {}) },
  });
}

/** Every call must match one of the expected calls, each of which may be made any number of times. */
function checkSubset(toolCalls: readonly ToolCall[], wanted: Wanted<'tool-calls'>, isMet: IsMet): CheckResult {
  const { calls = [] } = wanted;
  const matches = toolCalls.map((_call, got) => calls.findIndex((_wanted, index) => isMet(index, got)));
  const extra = toolCalls.filter((_call, got) => matches[got] === -1);
  const times = toolCalls.flatMap((call, got) => checkTime(calls[matches[got] ?? -1], call));
  const met = toolCalls.length - extra.length;
  const unexpected = extra.length === 0 ? '' : `. Unexpected: ${renderCalls(extra)}`;
  return toResult({
    met,
    total: toolCalls.length,
    expectations: [...times, ...checkMinimums(toolCalls, wanted)],
    said: `${met} of ${toolCalls.length} calls are expected ones (subset)${unexpected}. %${explainGot(toolCalls)}.`,
    evidence: { made: toolCalls.length, met, extra },
  });
}

/** Something that is expected besides the calls. `isMet`: undefined if it could not be measured. */
interface Expectation {
  readonly isMet: boolean | undefined;
  readonly said: string;
}

/** Only a call that was made has a duration. One that was not made is missing already. */
function checkTime(wanted: WantedCall | undefined, made: ToolCall | undefined): readonly Expectation[] {
  if (wanted?.max_ms === undefined) return [];
  const limit = `limit ${wanted.max_ms} ms`;
  if (made === undefined) return [{ isMet: false, said: `${wanted.name} was not made (${limit})` }];
  const tookMs = 'function' in made ? made.duration_ms : undefined;
  if (typeof tookMs !== 'number') return [{ isMet: undefined, said: `the duration of ${wanted.name} (${limit})` }];
  return [{ isMet: tookMs <= wanted.max_ms, said: `${wanted.name} took ${tookMs} ms (${limit})` }];
}

function checkMinimums(
  toolCalls: readonly ToolCall[],
  { minimums = {} }: Wanted<'tool-calls'>,
): readonly Expectation[] {
  return Object.entries(minimums).map(([name, minimum]) => {
    const count = toolCalls.filter((call) => toCallParts(call).name === name).length;
    return { isMet: count >= minimum, said: `${name} was called ${count} of ${minimum} times` };
  });
}

interface Findings {
  readonly met: number;
  readonly total: number;
  readonly expectations: readonly Expectation[];
  /** What was found. "%" is replaced with the expectations. */
  readonly said: string;
  readonly evidence: Readonly<Record<string, unknown>>;
}

function toResult({ met, total, expectations, said, evidence }: Findings): CheckResult {
  const missed = expectations.filter(({ isMet }) => isMet === false);
  const unknown = expectations.filter(({ isMet }) => isMet === undefined);
  const kept = expectations.filter(({ isMet }) => isMet === true);
  const count = total + expectations.length;
  const toScore = (found: number) => (count === 0 ? 1 : found / count);
  const list = (name: string, entries: readonly Expectation[]) =>
    entries.length === 0 ? '' : `${name}: ${entries.map((entry) => entry.said).join(', ')}. `;
  const reason = said.replace('%', () => `${list('Missed', missed)}${list('Kept', kept)}${list('Unknown', unknown)}`);
  const score = toScore(met + kept.length);
  if (unknown.length === 0) return { score, reason, evidence };
  return { score, reason, evidence, unmeasured: { atMost: toScore(met + kept.length + unknown.length), reason } };
}

function toIsMet(calls: readonly WantedCall[], toolCalls: readonly ToolCall[]): IsMet {
  const wanted = calls.map(({ name, arguments: given = {}, match = 'superset' }) => {
    return { name, given: toPlainArguments(given), match };
  });
  const got = toolCalls.map((call) => {
    const { name, arguments: given } = toCallParts(call);
    return { name, given: toPlainArguments(given) };
  });
  return (wantedIndex, gotIndex) => {
    const [one, other] = [wanted[wantedIndex], got[gotIndex]];
    if (one === undefined || other === undefined || one.name !== other.name) return false;
    // Without arguments of its own, an expected call with `match: exact` matches any arguments, too.
    if (calls[wantedIndex]?.arguments === undefined) return true;
    if (one.match !== 'subset' && !hasAll(other.given, one.given)) return false;
    return one.match === 'superset' || hasAll(one.given, other.given);
  };
}

type PlainArguments = ReadonlyMap<string, string>;

/** Whether a call has all of these arguments, with equal values. */
function hasAll(given: PlainArguments, wanted: PlainArguments): boolean {
  for (const [key, value] of wanted) if (given.get(key) !== value) return false;
  return true;
}

/** Each argument as canonical JSON. Arguments that are not a JSON object count as none. */
function toPlainArguments(given: unknown): PlainArguments {
  const parsed = typeof given === 'string' ? parseArguments(given) : given;
  if (!isPlainObject(parsed)) return new Map();
  return new Map(Object.entries(parsed).map(([key, value]) => [key, toCanonicalJson(value)]));
}

function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function explainMet(calls: readonly WantedCall[], order: Order, met: number): string {
  if (calls.length > 0) return `${met} of ${calls.length} expected calls made (${order})`;
  return order === 'exact' ? 'No calls were allowed' : 'No calls were expected';
}

function explainRest(missing: readonly WantedCall[], extra: readonly ToolCall[], calls: readonly WantedCall[]): string {
  const lacks = missing.length === 0 ? '' : `. Missing: ${renderCalls(missing)}`;
  // If no calls were expected, all of them are unexpected. Listing them twice would not help.
  const more = extra.length === 0 || calls.length === 0 ? '' : `. Unexpected: ${renderCalls(extra)}`;
  return `${lacks}${more}`;
}

function explainGot(toolCalls: readonly ToolCall[]): string {
  return `Got ${toolCalls.length === 0 ? 'no calls' : renderCalls(toolCalls)}`;
}

function renderCalls(calls: readonly (WantedCall | ToolCall)[]): string {
  const shown = calls.slice(0, shownCalls).map((call) => {
    const { name, arguments: given } = toCallParts(call);
    return quoteExcerpt(
      `${name}(${given === undefined ? '' : typeof given === 'string' ? given : JSON.stringify(given)})`,
    );
  });
  return calls.length > shown.length ? `${shown.join(', ')} and more` : shown.join(', ');
}

/** The matched calls, from the index of the expected call to the index of the actual call. */
type Matching = ReadonlyMap<number, number>;

/** Whether the actual call at index `got` matches the expected call at index `wanted`. */
type IsMet = (wanted: number, got: number) => boolean;

/**
 * Matches as many expected calls as possible in their order, with other calls in between: a longest common subsequence.
 * Taking the first match would miss some, for example if the first expected call comes last.
 */
export function matchInOrder(wantedCount: number, gotCount: number, isMet: IsMet): Matching {
  const width = gotCount + 1;
  // How many calls can be matched from these two positions on.
  const most = new Uint32Array((wantedCount + 1) * width);
  const at = (wanted: number, got: number) => most[wanted * width + got] ?? 0;
  for (let wanted = wantedCount - 1; wanted >= 0; wanted -= 1) {
    for (let got = gotCount - 1; got >= 0; got -= 1) {
      const skipped = Math.max(at(wanted + 1, got), at(wanted, got + 1));
      const taken = isMet(wanted, got) ? at(wanted + 1, got + 1) + 1 : 0;
      most[wanted * width + got] = Math.max(skipped, taken);
    }
  }
  const met = new Map<number, number>();
  for (let wanted = 0, got = 0; wanted < wantedCount && got < gotCount; ) {
    if (isMet(wanted, got) && at(wanted, got) === at(wanted + 1, got + 1) + 1) {
      met.set(wanted, got);
      wanted += 1;
      got += 1;
    } else if (at(wanted + 1, got) >= at(wanted, got + 1)) wanted += 1;
    else got += 1;
  }
  return met;
}

/**
 * Matches as many expected calls as possible in any order, by augmenting paths: a call that matches an expected one
 * without arguments is reassigned if another expected one needs it. H. W. Kuhn, "The Hungarian method for the
 * assignment problem" (1955).
 */
export function matchAnyOrder(wantedCount: number, gotCount: number, isMet: IsMet): Matching {
  const takenBy = new Map<number, number>();
  const place = (wanted: number, tried: Set<number>): boolean => {
    for (let got = 0; got < gotCount; got += 1) {
      if (tried.has(got) || !isMet(wanted, got)) continue;
      tried.add(got);
      const holder = takenBy.get(got);
      if (holder === undefined || place(holder, tried)) {
        takenBy.set(got, wanted);
        return true;
      }
    }
    return false;
  };
  for (let wanted = 0; wanted < wantedCount; wanted += 1) place(wanted, new Set());
  return new Map([...takenBy].map(([got, wanted]) => [wanted, got]));
}
