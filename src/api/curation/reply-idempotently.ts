import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '../api-context.ts';
import {
  fingerprintOf,
  type IdempotentRequest,
  type IdempotentRequests,
  type TextAnswer,
} from './idempotent-requests.ts';
import { sendText, setEtag, type TextReply } from './text-answers.ts';

/** The key and the fingerprint of a request whose body was read whole. */
export function toIdempotentRequest(request: FastifyRequest, { actorOf }: ApiContext): IdempotentRequest {
  return {
    actor: actorOf(request).name,
    key: findIdempotencyKey(request),
    fingerprint: fingerprintOf(request, request.body),
  };
}

function findIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
}

/** Carries out a request once and sends its answer, or the first answer again. */
export async function replyIdempotently<Reply extends TextReply>(
  reply: Reply,
  {
    requests,
    request,
    type,
  }: { readonly requests: IdempotentRequests; readonly request: IdempotentRequest; readonly type?: string },
  carryOut: () => Promise<TextAnswer>,
): Promise<Reply> {
  const { status, text, etag, isReplayed } = await requests.run(request, carryOut);
  if (etag !== undefined) setEtag(reply, etag);
  if (isReplayed) reply.header('idempotent-replayed', 'true');
  reply.code(status);
  return sendText(reply, text, type);
}
