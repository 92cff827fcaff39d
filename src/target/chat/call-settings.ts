import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { isPlainObject } from '../../base/plain-object.ts';
import type { ChatSpec } from './chat-spec.ts';

export interface CallSettings {
  /** What every call says besides its prompt. */
  readonly options: Omit<LanguageModelV4CallOptions, 'prompt'>;
  /** Keys that only the provider knows: merged into the body of the request as they are. */
  readonly extra: Readonly<Record<string, unknown>>;
}

const numberOptions = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  seed: 'seed',
  max_output_tokens: 'maxOutputTokens',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
} as const;

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;

/**
 * The settings of a target, parted: those with a common meaning become call options, so that each provider gets them
 * under its own name; all others go into the body under the name they were written with.
 */
export function toCallSettings(spec: ChatSpec): CallSettings {
  const options: LanguageModelV4CallOptions = { prompt: [] };
  const extra: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(spec.settings ?? {})) {
    if (!takeOption(options, { name, value, provider: spec.provider })) extra[name] = value;
  }
  const { prompt: _, ...rest } = options;
  return { options: rest, extra };
}

interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly provider: ChatSpec['provider'];
}

function takeOption(options: LanguageModelV4CallOptions, { name, value, provider }: Setting): boolean {
  if (isNumberOption(name) && typeof value === 'number') {
    // OpenAI has no top_k, so its package drops it; servers that only speak like OpenAI do have it.
    if (name === 'top_k' && provider === 'openai-compatible') return false;
    options[numberOptions[name]] = value;
    return true;
  }
  if (name === 'stop') return takeStop(options, value);
  if (name === 'reasoning_effort') return takeEffort(options, value);
  return false;
}

function isNumberOption(name: string): name is keyof typeof numberOptions {
  return Object.hasOwn(numberOptions, name);
}

function takeStop(options: LanguageModelV4CallOptions, value: unknown): boolean {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!texts.every((text) => typeof text === 'string')) return false;
  options.stopSequences = [...texts];
  return true;
}

function takeEffort(options: LanguageModelV4CallOptions, value: unknown): boolean {
  const effort = efforts.find((known) => known === value);
  if (effort === undefined) return false;
  options.reasoning = effort;
  // The package would ask OpenAI for a summary of the reasoning too, which is not open to every account.
  options.providerOptions = { openai: { reasoningSummary: null } };
  return true;
}

/** How providers name a setting in their requests, in lower case and without dashes or underscores. */
const sentNames: Readonly<Record<string, readonly string[]>> = {
  temperature: ['temperature'],
  top_p: ['topp'],
  top_k: ['topk'],
  seed: ['seed'],
  max_output_tokens: ['maxtokens', 'maxoutputtokens', 'maxcompletiontokens'],
  presence_penalty: ['presencepenalty'],
  frequency_penalty: ['frequencypenalty'],
  stop: ['stop', 'stopsequences'],
  reasoning_effort: ['reasoning', 'reasoningeffort', 'thinking', 'thinkingconfig'],
};

/**
 * Settings with a common meaning that are not in the body of a request: the package leaves out what the provider or the
 * model does not take, at times without a warning.
 */
export function listUnsentSettings({ options }: CallSettings, body: unknown): readonly string[] {
  const names = [
    ...Object.entries(numberOptions),
    ['stop', 'stopSequences'],
    ['reasoning_effort', 'reasoning'],
  ] as const;
  const given = names.filter(([, option]) => options[option] !== undefined).map(([name]) => name);
  // A body may be large, and most targets have no settings.
  if (given.length === 0) return [];
  const sent = new Set(listBodyKeys(typeof body === 'string' ? parseObject(body) : body));
  if (sent.size === 0) return [];
  return given.filter((name) => sentNames[name]?.some((key) => sent.has(key)) === false);
}

/** Google has its settings one level down, in `generationConfig`. */
function listBodyKeys(body: unknown): readonly string[] {
  if (!isPlainObject(body)) return [];
  const inner = isPlainObject(body.generationConfig) ? body.generationConfig : {};
  const written = Object.entries({ ...body, ...inner }).filter(([, value]) => value !== undefined);
  return written.map(([key]) => key.replaceAll(/[-_]/g, '').toLowerCase());
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
