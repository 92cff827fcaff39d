import { toCanonicalJson } from '../../base/hash.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type ToolCall, toCallParts } from '../../conversation/message.ts';
import type { GradedText } from '../graded-conversation.ts';
import { type IsMet, matchAnyOrder, matchInOrder } from './call-matching.ts';
import type { CheckResult, Wanted } from './check.ts';
import { quoteExcerpt } from './excerpt.ts';

type WantedCall = Wanted<'tool-calls'>['calls'][number];

const shownCalls = 5;

/**
 * The reply calls these tools. A call meets a wanted one when it has its name and every wanted argument with an equal
 * value; other arguments are allowed. The score is the share of the wanted calls that are met, each by a call of its
 * own; with `exact`, of the wanted or the made calls, whichever are more, so that 1 means these and no others.
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

/** Each argument as JSON in one form. Arguments that are not a JSON object count as none. */
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
  // Where none was wanted all are too many: to say so twice would not help.
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
