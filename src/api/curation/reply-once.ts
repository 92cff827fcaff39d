import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '../api-context.ts';
import { fingerprintOf, type Once, type OnceRequest, type TextAnswer } from './once.ts';
import { sendText, setEtag, type TextReply } from './text-answers.ts';

/** The key and the fingerprint of a request whose body was read whole. */
export function toOnceRequest(request: FastifyRequest, { actorOf }: ApiContext): OnceRequest {
  return { actor: actorOf(request).name, key: findOnceKey(request), fingerprint: fingerprintOf(request, request.body) };
}

function findOnceKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
}

/** Carries out a request once and sends its answer, or the first answer again. */
export async function replyOnce<Reply extends TextReply>(
  reply: Reply,
  { once, request, type }: { readonly once: Once; readonly request: OnceRequest; readonly type?: string },
  carryOut: () => Promise<TextAnswer>,
): Promise<Reply> {
  const { status, text, etag, isReplayed } = await once.run(request, carryOut);
  if (etag !== undefined) setEtag(reply, etag);
  if (isReplayed) reply.header('idempotent-replayed', 'true');
  reply.code(status);
  return sendText(reply, text, type);
}
