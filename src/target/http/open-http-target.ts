import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault } from '../../base/fault.ts';
import type { RawRequest } from '../../conversation/run/run-record.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import { type Target, TargetError, type TargetReply, type TargetRequest } from '../port.ts';
import {
  compilePieces,
  compileTexts,
  encodeForHeader,
  isText,
  type TemplateCall,
  toTemplateCall,
} from '../template-values.ts';
import { compileBody } from './compile-body.ts';
import { compileUrl, fillUrl } from './compile-url.ts';
import { toStatusError, toUnreachable } from './http-errors.ts';
import { compileReplyPath, parseAnswer, readBody } from './parse-answer.ts';

interface HttpOptions {
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
 * that no file names.
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
  return { ...reply, call: { latencyMs, costUsd: null, ...definedOnly({ usage }), ...told } };
}

function toEmptyReply(told: { readonly requestId?: string }): TargetError {
  return new TargetError({
    cause: 'empty-reply',
    message: 'The service returned no reply.',
    retryable: false,
    ...told,
  });
}

type HeaderTexts = Readonly<Record<string, string>>;

/** The target's own headers replace the default ones, in any letter case. A header that cannot be sent is a Fault. */
function compileHeaders({ id, headers = {}, method }: SpecOf<'http'>): (call: TemplateCall) => HeaderTexts {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  for (const [name, value] of own) assertSendable(id, name, value);
  const type = method === 'GET' ? {} : { 'content-type': 'application/json' };
  const all = { accept: 'application/json, text/plain;q=0.9, */*;q=0.1', ...type, ...Object.fromEntries(own) };
  return compileTexts(all, encodeForHeader);
}

/** The value is not shown: it may be a key. */
function assertSendable(id: string, name: string, value: string): void {
  try {
    new Headers([[name, value]]);
  } catch (error) {
    const message = `The header "${name}" of target "${id}" cannot be sent. Its name or value contains a character that is not allowed.`;
    const hint = 'Look for a line break at the end, or in the variable it comes from.';
    throw new Fault({ code: 'TARGETS_BAD_VALUE', message, hint }, { cause: error });
  }
}

const harmless = ['accept', 'accept-language', 'content-type', 'user-agent'];

/** Values of headers that may be a key; also without the word before it, as in `Bearer …`. */
function listSecrets({ headers = {} }: SpecOf<'http'>): readonly string[] {
  const open = Object.entries(headers).filter(([name]) => !harmless.includes(name.toLowerCase()));
  return open.flatMap(([, value]) => [value, ...value.split(' ')]);
}

/** What an HTTP service was sent. The address only where it contains a part of the request, headers never. */
export function toSentHttp(spec: SpecOf<'http'>, request: TargetRequest): RawRequest {
  const call = toTemplateCall(request);
  const pieces = compilePieces(spec.url);
  const body: unknown = spec.method === 'GET' ? undefined : JSON.parse(compileBody(spec.body)(call));
  return {
    ...(pieces.every(isText) ? {} : { url: fillUrl(pieces, call) }),
    ...definedOnly({ body }),
  };
}
