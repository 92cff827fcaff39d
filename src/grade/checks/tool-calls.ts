import { toCanonicalJson } from '../../base/hash.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type ToolCall, toCallParts } from '../../conversation/message.ts';
import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult, Wanted } from './check.ts';
import { quoteExcerpt } from './excerpt.ts';

type WantedCall = Wanted<'tool-calls'>['calls'][number];

const shownCalls = 5;

/**
 * Checks that the reply makes the expected tool calls. A call matches an expected one if it has its name and all of its
 * arguments with equal values. Other arguments are allowed. The score is the share of expected calls with a matching
 * call of their own. With `exact`, it is relative to the larger number of expected or actual calls, so that 1 means
 * exactly these calls.
 */
export function checkToolCalls({ toolCalls }: GradedText, wanted: Wanted<'tool-calls'>): CheckResult {
  const { calls, order = 'in-order' } = wanted;
  const match = order === 'any-order' ? matchAnyOrder : matchInOrder;
  const met = match(calls.length, toolCalls.length, toIsMet(calls, toolCalls));
  const missing = calls.filter((_call, index) => !met.has(index));
  const taken = new Set(met.values());
  const extra = order === 'exact' ? toolCalls.filter((_call, index) => !taken.has(index)) : [];
  const total = order === 'exact' ? Math.max(calls.length, toolCalls.length) : calls.length;
  return {
    score: total === 0 ? 1 : met.size / total,
    reason: `${explainMet(wanted, met.size)}${explainRest({ calls, toolCalls, missing, extra })}.`,
    evidence: { made: toolCalls.length, met: met.size, missing, ...(order === 'exact' ? { extra } : {}) },
  };
}

function toIsMet(calls: readonly WantedCall[], toolCalls: readonly ToolCall[]): IsMet {
  const wanted = calls.map(({ name, arguments: given = {} }) => ({ name, given: toPlainArguments(given) }));
  const got = toolCalls.map((call) => {
    const { name, arguments: given } = toCallParts(call);
    return { name, given: toPlainArguments(given) };
  });
  return (wantedIndex, gotIndex) => {
    const [one, other] = [wanted[wantedIndex], got[gotIndex]];
    if (one === undefined || other === undefined || one.name !== other.name) return false;
    for (const [key, value] of one.given) if (other.given.get(key) !== value) return false;
    return true;
  };
}

/** Each argument as canonical JSON. Arguments that are not a JSON object count as none. */
function toPlainArguments(given: unknown): ReadonlyMap<string, string> {
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

function explainMet({ calls, order = 'in-order' }: Wanted<'tool-calls'>, met: number): string {
  if (calls.length > 0) return `${met} of ${calls.length} expected calls made (${order})`;
  return order === 'exact' ? 'No calls were allowed' : 'No calls were expected';
}

interface Compared {
  readonly calls: readonly WantedCall[];
  readonly toolCalls: readonly ToolCall[];
  readonly missing: readonly WantedCall[];
  readonly extra: readonly ToolCall[];
}

function explainRest({ calls, toolCalls, missing, extra }: Compared): string {
  const lacks = missing.length === 0 ? '' : `. Missing: ${renderCalls(missing)}`;
  // If no calls were expected, all of them are unexpected. Listing them twice would not help.
  const more = extra.length === 0 || calls.length === 0 ? '' : `. Unexpected: ${renderCalls(extra)}`;
  return `${lacks}${more}. Got ${toolCalls.length === 0 ? 'no calls' : renderCalls(toolCalls)}`;
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
