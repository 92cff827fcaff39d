import type { Usage } from '../conversation/run/run-record.ts';
import type { Target, TargetReply } from './port.ts';
import type { Price } from './prices.ts';
import { wrapTarget } from './wrap-target.ts';

const million = 1_000_000;

/**
 * What a call costs. null: unknown, because a price or a number of tokens that it needs is not told. Tokens without a
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
