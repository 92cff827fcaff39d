import type { Clock } from '../../base/clock.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import { type Target, TargetError, type TargetReply } from '../port.ts';
import { toTemplateCall } from '../template-values.ts';
import { compileBody } from './compile-body.ts';
import { compileReplyPath } from './compile-reply-path.ts';
import { compileUrl } from './compile-url.ts';
import { toStatusError, toUnreachable } from './http-errors.ts';
import { compileHeaders, listSecrets } from './http-headers.ts';
import { parseAnswer } from './parse-answer.ts';
import { readBody } from './read-body.ts';

export interface HttpOptions {
  readonly clock: Clock;
  /** Values that are hidden in errors, besides those of its headers. */
  readonly secrets?: readonly string[];
  readonly fetch?: typeof fetch;
  /** Longest answer, in characters. */
  readonly limitCharacters?: number;
}

interface RawAnswer {
  readonly response: Response;
  readonly body: string;
}

/**
 * A service that is called over HTTP. Redirects are not followed: the headers, and a key in them, would go to an address
 * that nobody wrote down.
 */
export async function openHttpTarget(spec: SpecOf<'http'>, options: HttpOptions): Promise<Target> {
  const { clock, fetch = globalThis.fetch, limitCharacters } = options;
  const toUrl = compileUrl(spec);
  const toBody = spec.method === 'GET' ? undefined : compileBody(spec.body);
  const findReply = spec.reply === undefined ? undefined : compileReplyPath(spec.reply, spec.id);
  const toHeaders = compileHeaders(spec);
  const secrets = [...listSecrets(spec), ...(options.secrets ?? [])];

  async function call(url: string, init: RequestInit): Promise<RawAnswer> {
    try {
      const response = await fetch(url, init);
      return { response, body: await readBody(response, limitCharacters) };
    } catch (error) {
      init.signal?.throwIfAborted();
      throw error instanceof TargetError ? error : toUnreachable(error, new URL(url).origin);
    }
  }

  return {
    id: spec.id,
    async ask(request, { signal }) {
      const start = clock.elapsed();
      const filled = toTemplateCall(request);
      const body = toBody === undefined ? {} : { body: toBody(filled) };
      const headers = toHeaders(filled);
      const init = { method: spec.method ?? 'POST', headers, redirect: 'manual', signal, ...body } as const;
      const answer = await call(toUrl(filled), init);
      const { response } = answer;
      if (!response.ok) throw toStatusError(response, answer.body, { now: clock.now(), secrets });
      return toReply(answer, { latencyMs: clock.elapsed() - start, findReply, secrets });
    },
  };
}

interface ReplyContext {
  readonly latencyMs: number;
  readonly findReply: ((value: unknown) => readonly unknown[]) | undefined;
  readonly secrets: readonly string[];
}

function toReply({ response, body }: RawAnswer, { latencyMs, findReply, secrets }: ReplyContext): TargetReply {
  const requestId = response.headers.get('x-request-id');
  const told = requestId === null ? {} : { requestId };
  if (body.trim() === '') throw toEmptyReply(told);
  const { usage, ...reply } = parseAnswer(
    { body, type: response.headers.get('content-type') ?? '', secrets },
    findReply,
  );
  if (reply.text.trim() === '' && reply.toolCalls === undefined) throw toEmptyReply(told);
  return { ...reply, call: { latencyMs, costUsd: null, ...(usage === undefined ? {} : { usage }), ...told } };
}

function toEmptyReply(told: { readonly requestId?: string }): TargetError {
  return new TargetError({
    cause: 'empty-reply',
    message: 'The service returned no reply.',
    retryable: false,
    ...told,
  });
}
