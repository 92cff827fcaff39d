import { isPlainObject } from '../base/plain-object.ts';
import type { Usage } from '../conversation/run/run-record.ts';

/** The names under which agents and services report their tokens. */
const names: Readonly<Record<keyof Usage, readonly string[]>> = {
  inputTokens: ['inputTokens', 'input_tokens', 'prompt_tokens'],
  outputTokens: ['outputTokens', 'output_tokens', 'completion_tokens'],
  cachedInputTokens: ['cachedInputTokens', 'cached_input_tokens'],
  reasoningTokens: ['reasoningTokens', 'reasoning_tokens'],
};

/** Tokens as an agent reported them. Anything but a whole number from 0 counts as not reported. */
export function toUsage(value: unknown): Usage | undefined {
  if (!isPlainObject(value)) return undefined;
  const usage: Usage = {};
  // `names` has exactly the keys of Usage.
  for (const key of Object.keys(names) as (keyof Usage)[]) {
    const count = names[key].map((name) => value[name]).find(isCount);
    if (count !== undefined) usage[key] = count;
  }
  return Object.keys(usage).length === 0 ? undefined : usage;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
