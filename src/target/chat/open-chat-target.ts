import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { Clock } from '../../base/clock.ts';
import { openNodeFetch } from '../node-fetch.ts';
import type { AskContext, Target, TargetReply, TargetRequest } from '../port.ts';
import { compileTexts, encodeForHeader, toTemplateCall } from '../template-values.ts';
import { type CallSettings, listUnsentSettings, toCallSettings } from './call-settings.ts';
import { bodyLimitBytes, toChatFetch, toTooLong } from './chat-fetch.ts';
import type { ChatSpec } from './chat-spec.ts';
import { assertUsable, type Environment, getKey } from './check-spec.ts';
import { getReply } from './get-reply.ts';
import { openModel } from './open-model.ts';
import { toSystemPlace } from './sent-messages.ts';
import { toPrompt } from './to-prompt.ts';
import { toTargetError } from './to-target-error.ts';

interface ChatTargetOptions {
  readonly env: Environment;
  readonly clock: Clock;
  readonly fetch?: typeof fetch;
  /** Values that are hidden in errors, besides its key and headers. */
  readonly secrets?: readonly string[];
}

/**
 * A model as a target. `spec` has its `${VAR}`s filled in already. Throws a Fault when the key is missing, or when
 * address or headers could never be sent; calls nothing.
 */
export async function openChatTarget(spec: ChatSpec, options: ChatTargetOptions): Promise<Target> {
  const { env, clock, fetch = openNodeFetch({ limitBytes: bodyLimitBytes, toTooLong }) } = options;
  const key = getKey(spec, env);
  assertUsable(spec, key);
  const settings = toCallSettings(spec);
  const headers = splitHeaders(spec);
  const model = await openModel(
    { ...spec, headers: headers.fixed },
    { key, fetch: toChatFetch({ fetch, extra: settings.extra }) },
  );
  const secrets = [
    ...(key === undefined ? [] : [key]),
    ...Object.values(spec.headers ?? {}),
    ...(options.secrets ?? []),
  ];
  const access = { secrets, hasKey: key !== undefined, address: spec.base_url };
  const call: ModelCall = { model, settings, clock, provider: spec.provider, toHeaders: headers.fill, ...access };
  return { id: spec.id, ask: (request, context) => askModel(call, request, context) };
}

type HeaderTexts = Record<string, string>;

/** Headers that are the same in every call, and those that name the call. */
function splitHeaders({ headers = {} }: ChatSpec) {
  const named = Object.entries(headers).filter(([, text]) => text.includes('{{'));
  const fixed: HeaderTexts = Object.fromEntries(Object.entries(headers).filter(([, text]) => !text.includes('{{')));
  if (named.length === 0) return { fixed, fill: undefined };
  const toTexts = compileTexts(Object.fromEntries(named), encodeForHeader);
  return { fixed, fill: (request: TargetRequest): HeaderTexts => ({ ...toTexts(toTemplateCall(request)) }) };
}

interface ModelCall {
  readonly model: LanguageModelV4;
  /** Headers that name the call; absent: there are none. */
  readonly toHeaders: ((request: TargetRequest) => HeaderTexts) | undefined;
  readonly settings: CallSettings;
  readonly clock: Clock;
  readonly secrets: readonly string[];
  readonly hasKey: boolean;
  readonly address: string | undefined;
  readonly provider: ChatSpec['provider'];
}

async function askModel(call: ModelCall, request: TargetRequest, { signal }: AskContext): Promise<TargetReply> {
  const callOptions = toCallOptions(call, request, signal);
  const start = call.clock.elapsed();
  try {
    const result = await call.model.doGenerate(callOptions);
    const reply = withUnsent(getReply(result, call.clock.elapsed() - start), call, result);
    return wasHeldTo(callOptions, result) ? { ...reply, isStructured: true } : reply;
  } catch (error) {
    // Whatever the packages made of it, an aborted call ends with the reason it was aborted for.
    if (signal.aborted) throw signal.reason;
    const { secrets, hasKey, address } = call;
    throw toTargetError(error, { now: call.clock.now(), secrets, hasKey, address });
  }
}

function withUnsent(
  reply: TargetReply,
  { settings }: ModelCall,
  { request }: LanguageModelV4GenerateResult,
): TargetReply {
  const unsentSettings = [...listUnsentSettings(settings, request?.body)];
  return unsentSettings.length === 0 ? reply : { ...reply, call: { ...reply.call, unsentSettings } };
}

/** Whether the schema really went along: a package that cannot send it leaves it out with a warning. */
function wasHeldTo(
  { responseFormat }: LanguageModelV4CallOptions,
  { warnings }: LanguageModelV4GenerateResult,
): boolean {
  if (responseFormat === undefined) return false;
  return !warnings.some((warning) => warning.type === 'unsupported' && warning.feature === 'responseFormat');
}

function toCallOptions(call: ModelCall, request: TargetRequest, signal: AbortSignal): LanguageModelV4CallOptions {
  const { provider, settings } = call;
  const { seed } = settings.options;
  const options = {
    ...settings.options,
    // With one seed for all, repeats would only repeat themselves.
    ...(seed === undefined ? {} : { seed: seed + request.repeat }),
    prompt: toPrompt(request, toSystemPlace(provider)),
    abortSignal: signal,
    ...(call.toHeaders === undefined ? {} : { headers: call.toHeaders(request) }),
  };
  const { replySchema } = request;
  // Servers that only speak like OpenAI often refuse a schema, so they do not get one.
  if (replySchema === undefined || provider === 'openai-compatible') return options;
  return { ...options, responseFormat: { type: 'json', name: replySchema.name, schema: replySchema.schema } };
}
