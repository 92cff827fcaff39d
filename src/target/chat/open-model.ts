import type { LanguageModelV4 } from '@ai-sdk/provider';
import { definedOnly } from '../../base/defined-only.ts';
import type { ChatSpec } from './chat-spec.ts';
import { toAzureAddress } from './check-spec.ts';

interface ModelAccess {
  /** undefined: no key is sent at all. */
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

type SpecOf<Provider extends ChatSpec['provider']> = Extract<ChatSpec, { provider: Provider }>;

/**
 * The model of a target, from the package of its provider. Only that package is loaded.
 *
 * The packages look into the environment of the process for what they are not given: address and key are therefore
 * always given, the key as an empty text when there is none, with its header taken out again.
 */
export function openModel(spec: ChatSpec, access: ModelAccess): Promise<LanguageModelV4> {
  switch (spec.provider) {
    case 'openai':
      return openOpenAi(spec, access);
    case 'anthropic':
      return openAnthropic(spec, access);
    case 'google':
      return openGoogle(spec, access);
    case 'azure':
      return openAzure(spec, access);
    case 'openai-compatible':
      return openCompatible(spec, access);
  }
}

async function openOpenAi(spec: SpecOf<'openai'>, access: ModelAccess): Promise<LanguageModelV4> {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const provider = createOpenAI({
    baseURL: spec.base_url ?? 'https://api.openai.com/v1',
    ...toAccessOptions(spec, access, 'Authorization'),
  });
  return spec.api === 'chat' ? provider.chat(spec.model) : provider.responses(spec.model);
}

async function openAnthropic(spec: SpecOf<'anthropic'>, access: ModelAccess): Promise<LanguageModelV4> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  const baseURL = spec.base_url ?? 'https://api.anthropic.com/v1';
  return createAnthropic({ baseURL, ...toAccessOptions(spec, access, 'x-api-key') }).languageModel(spec.model);
}

async function openGoogle(spec: SpecOf<'google'>, access: ModelAccess): Promise<LanguageModelV4> {
  const { createGoogle } = await import('@ai-sdk/google');
  const baseURL = spec.base_url ?? 'https://generativelanguage.googleapis.com/v1beta';
  return createGoogle({ baseURL, ...toAccessOptions(spec, access, 'x-goog-api-key') }).languageModel(spec.model);
}

/**
 * Without `api_version`, or with `v1` or `preview`: the v1 interface, as responses. With a dated version: the older
 * addresses, one a deployment, where every model has chat completions and few have responses.
 */
async function openAzure(spec: SpecOf<'azure'>, access: ModelAccess): Promise<LanguageModelV4> {
  const { createAzure } = await import('@ai-sdk/azure');
  const isDated = /^\d{4}-/.test(spec.api_version ?? '');
  const provider = createAzure({
    ...definedOnly({ ...toAzureAddress(spec), apiVersion: spec.api_version }),
    useDeploymentBasedUrls: isDated,
    ...toAccessOptions(spec, access, 'api-key'),
  });
  return isDated ? provider.chat(spec.model) : provider.responses(spec.model);
}

async function openCompatible(spec: SpecOf<'openai-compatible'>, access: ModelAccess): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'compatible',
    baseURL: spec.base_url,
    ...toAccessOptions(spec, access, 'Authorization'),
  });
  return provider.chatModel(spec.model);
}

function toAccessOptions(spec: ChatSpec, access: ModelAccess, keyHeader: string) {
  const { key, fetch } = access;
  if (key !== undefined) return { apiKey: key, fetch, headers: { ...spec.headers } };
  // The packages leave out headers that are undefined, and their own come first; their types do not say so.
  const headers = { [keyHeader]: undefined, ...spec.headers } as Record<string, string>;
  return { apiKey: '', fetch, headers };
}
