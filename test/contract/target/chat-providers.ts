import type { ChatSpec } from '../../../src/target/chat/chat-spec.ts';

/** One interface of a provider, as the suite plays against it. */
export interface ProviderUnderTest {
  readonly name: string;
  readonly spec: (origin: string) => ChatSpec;
  readonly path: string;
  readonly keyHeader: string;
  /** What it answers with when the conversation is over the window of the model, as its documentation shows it. */
  readonly tooLong: { readonly message: string; readonly type?: string; readonly code?: string };
  /** What makes the mock end a reply by the content filter; absent where it cannot. */
  readonly filterReason?: string;
  /** The finish reason of a reply with calls, where it is not `tool-calls`. */
  readonly callsReason?: string;
}

const openAiTooLong = {
  message: "This model's maximum context length is 128000 tokens. Please reduce the length of the messages.",
  type: 'invalid_request_error',
  code: 'context_length_exceeded',
};

export const providersUnderTest: readonly ProviderUnderTest[] = [
  {
    name: 'openai (responses)',
    spec: (origin) => ({ id: 'bot', provider: 'openai', model: 'gpt-4o', base_url: `${origin}/v1` }),
    path: '/v1/responses',
    keyHeader: 'authorization',
    tooLong: openAiTooLong,
    // No filterReason: the mock answers with a status the interface does not have. The unit tests show the real one.
  },
  {
    name: 'openai (chat)',
    spec: (origin) => ({ id: 'bot', provider: 'openai', api: 'chat', model: 'gpt-4o', base_url: `${origin}/v1` }),
    path: '/v1/chat/completions',
    keyHeader: 'authorization',
    tooLong: openAiTooLong,
    filterReason: 'content_filter',
  },
  {
    name: 'anthropic',
    spec: (origin) => ({ id: 'bot', provider: 'anthropic', model: 'claude-haiku-4-5', base_url: `${origin}/v1` }),
    path: '/v1/messages',
    keyHeader: 'x-api-key',
    tooLong: { message: 'prompt is too long: 208310 tokens > 200000 maximum', type: 'invalid_request_error' },
    filterReason: 'refusal',
  },
  {
    name: 'google',
    spec: (origin) => ({ id: 'bot', provider: 'google', model: 'gemini-2.5-flash', base_url: `${origin}/v1beta` }),
    path: '/v1beta/models/gemini-2.5-flash:generateContent',
    keyHeader: 'x-goog-api-key',
    tooLong: {
      message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      type: 'INVALID_ARGUMENT',
    },
    filterReason: 'content_filter',
    // The mock says FUNCTION_CALL, a reason that Google does not have: there it is STOP, as the unit tests show.
    callsReason: 'other',
  },
  {
    name: 'azure (chat, by deployment)',
    spec: (origin) => ({
      id: 'bot',
      provider: 'azure',
      model: 'our-gpt',
      api_version: '2024-10-21',
      base_url: `${origin}/openai`,
    }),
    path: '/openai/deployments/our-gpt/chat/completions?api-version=2024-10-21',
    keyHeader: 'api-key',
    tooLong: openAiTooLong,
    filterReason: 'content_filter',
  },
  {
    name: 'openai-compatible',
    spec: (origin) => ({ id: 'bot', provider: 'openai-compatible', model: 'llama', base_url: `${origin}/v1` }),
    path: '/v1/chat/completions',
    keyHeader: 'authorization',
    tooLong: { message: 'the request exceeds the available context size', type: 'exceed_context_size_error' },
    filterReason: 'content_filter',
  },
];
