import { definedOnly } from '../base/defined-only.ts';
import type { Usage } from '../conversation/run/run-record.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import type { Target, TargetReply } from './port.ts';
import { wrapTarget } from './wrap-target.ts';

export type Price = NonNullable<TargetSpec['price']>;

/** US dollars for a million tokens: input, output, cached input. */
type ListPrice = readonly [input: number, output: number, cachedInput?: number];

/**
 * List prices known to the authors, mid-2026 at best; providers change them. A `price` in targets.yaml goes first.
 * Models whose price depends on the length of the request, such as Gemini Pro, are not here.
 */
const listPrices: Readonly<Record<string, Readonly<Record<string, ListPrice>>>> = {
  openai: {
    'gpt-5.1': [1.25, 10, 0.125],
    'gpt-5': [1.25, 10, 0.125],
    'gpt-5-mini': [0.25, 2, 0.025],
    'gpt-5-nano': [0.05, 0.4, 0.005],
    'gpt-4.1': [2, 8, 0.5],
    'gpt-4.1-mini': [0.4, 1.6, 0.1],
    'gpt-4.1-nano': [0.1, 0.4, 0.025],
    'gpt-4o': [2.5, 10, 1.25],
    'gpt-4o-mini': [0.15, 0.6, 0.075],
    o3: [2, 8, 0.5],
    'o3-mini': [1.1, 4.4, 0.55],
    'o4-mini': [1.1, 4.4, 0.275],
  },
  anthropic: {
    'claude-opus-4-5': [5, 25, 0.5],
    'claude-opus-4-1': [15, 75, 1.5],
    'claude-opus-4': [15, 75, 1.5],
    'claude-sonnet-4-5': [3, 15, 0.3],
    'claude-sonnet-4': [3, 15, 0.3],
    'claude-haiku-4-5': [1, 5, 0.1],
    'claude-3-7-sonnet': [3, 15, 0.3],
    'claude-3-5-haiku': [0.8, 4, 0.08],
    'claude-3-haiku': [0.25, 1.25, 0.03],
  },
  google: {
    'gemini-2.5-flash': [0.3, 2.5],
    'gemini-2.5-flash-lite': [0.1, 0.4],
    'gemini-2.0-flash': [0.1, 0.4],
  },
};

/** `-2024-08-06`, `-20250219`, `-latest`: the same model at the same price. */
const versionSuffix = /-(\d{4}-\d{2}-\d{2}|\d{8}|latest)$/;

/**
 * What a target costs: its own `price`, else the list price of its model. undefined: unknown. Behind a `base_url` and
 * at Azure any model can have that name, so there is no list price.
 */
export function findPrice(spec: TargetSpec): Price | undefined {
  if (spec.price !== undefined) return spec.price;
  if (spec.provider === 'builtin' || spec.provider === 'replay') return free;
  if (!('model' in spec) || ('base_url' in spec && spec.base_url !== undefined)) return undefined;
  const prices = listPrices[spec.provider] ?? {};
  const name = [spec.model, spec.model.replace(versionSuffix, '')].find((model) => Object.hasOwn(prices, model));
  const found = name === undefined ? undefined : prices[name];
  return found === undefined ? undefined : toPrice(found);
}

/** Nothing is called, so nothing is paid. */
const free: Price = { input_usd: 0, output_usd: 0 };

function toPrice([input_usd, output_usd, cached_input_usd]: ListPrice): Price {
  return { input_usd, output_usd, ...definedOnly({ cached_input_usd }) };
}

const million = 1_000_000;

/**
 * What a call costs. null: unknown, because a price or a number of tokens that it needs is missing. Tokens without a
 * price of their own count as what they are part of: cached input as input, reasoning as output.
 *
 * @example toCostUsd({ inputTokens: 1_000_000, outputTokens: 500_000 }, { input_usd: 2, output_usd: 8 }) // 2 + 4 = 6
 */
export function toCostUsd(usage: Usage | undefined, price: Price | undefined): number | null {
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage ?? {};
  const { input_usd, output_usd, cached_input_usd = input_usd } = price ?? {};
  if (input_usd === undefined || output_usd === undefined || cached_input_usd === undefined) return null;
  // What is free costs nothing, however many tokens it took.
  if (input_usd + output_usd + cached_input_usd === 0) return 0;
  if (inputTokens === undefined || outputTokens === undefined) return null;
  const plainTokens = inputTokens - cachedInputTokens;
  return (plainTokens * input_usd + cachedInputTokens * cached_input_usd + outputTokens * output_usd) / million;
}

/** A target whose calls say what they cost. A reply from the cache costs nothing. */
export function pricing(target: Target, price: Price | undefined): Target {
  return wrapTarget(target, async (request, context) => toPriced(await target.ask(request, context), price));
}

function toPriced(reply: TargetReply, price: Price | undefined): TargetReply {
  const costUsd = reply.call.cached === true ? 0 : toCostUsd(reply.call.usage, price);
  // What an adapter knows by itself, such as an agent that reports its cost, is not overwritten by "unknown".
  return costUsd === null ? reply : { ...reply, call: { ...reply.call, costUsd } };
}
