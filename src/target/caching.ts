import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { definedOnly } from '../base/defined-only.ts';
import { toCanonicalJson } from '../base/hash.ts';
import { Message, ToolCall } from '../conversation/message.ts';
import { CallRecord } from '../conversation/run/run-record.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { isWebAddress } from '../conversation/url.ts';
import type { Target, TargetReply, TargetRequest } from './port.ts';
import { wrapTarget } from './wrap-target.ts';

/** Where replies are kept. */
export interface ReplyCache {
  find(key: string): Promise<unknown>;
  save(key: string, reply: unknown): Promise<void>;
}

export interface CachingOptions {
  readonly cache: ReplyCache;
  /** Everything about the target that may change a reply; see `toTargetIdentity`. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** What the target looks at: the form that `send` names, as models do, or everything, as programs may. */
  readonly looksAt: 'send' | 'everything';
  readonly clock: Clock;
}

/** What a target of this spec looks at in a request. */
export function toLooksAt({ provider }: Pick<TargetSpec, 'provider'>): CachingOptions['looksAt'] {
  return provider === 'command' || provider === 'http' ? 'everything' : 'send';
}

const CachedReply = z.strictObject({
  text: z.string(),
  toolCalls: z.array(ToolCall).optional(),
  trace: z.array(Message).optional(),
  isStructured: z.literal(true).optional(),
  call: CallRecord,
});
type CachedReply = z.infer<typeof CachedReply>;

/** Part of every key; changes when what is kept no longer means the same. */
const cacheVersion = 'reply-1';

/**
 * Answers from the cache when the same was asked before: the same target, the same whole request, the same repeat.
 * Only whole replies are kept: errors, refusals and replies that were cut off are asked for again. Equal calls under
 * way at the same time are both made; the later one to end is kept.
 */
export function caching(target: Target, { cache, identity, looksAt, clock }: CachingOptions): Target {
  const prefix = `${cacheVersion}\n${toCanonicalJson(identity)}\n`;
  return wrapTarget(target, async (request, context) => {
    const start = clock.elapsed();
    const key = hash('sha256', prefix + toRequestJson(request, looksAt), 'hex');
    const found = context.isFresh === true ? undefined : parseKept(await cache.find(key));
    if (found !== undefined) return toCachedReply(found, clock.elapsed() - start);
    context.signal.throwIfAborted();
    const reply = await target.ask(request, context);
    if (isWhole(reply)) await cache.save(key, reply);
    return reply;
  });
}

/** Everything of a request that can change its reply. What is not looked at is not read: it may have to be made. */
function toRequestJson(request: TargetRequest, looksAt: CachingOptions['looksAt']): string {
  const { send, replySchema = null, repeat } = request;
  if (looksAt === 'everything') {
    const { question, guidelines, messages, files, caseId } = request;
    return JSON.stringify([question, guidelines, messages, files, caseId, repeat]);
  }
  if (send === 'question') {
    return JSON.stringify([send, request.question, request.guidelines, replySchema, repeat]);
  }
  return JSON.stringify([send, request.messages, listImageHashes(request), replySchema, repeat]);
}

/** A message names an image by its path; what is sent are its bytes. */
function listImageHashes({ messages, readImage }: TargetRequest): readonly string[] {
  if (readImage === undefined) return [];
  const hashes: string[] = [];
  for (const { content } of messages) {
    if (typeof content === 'string') continue;
    for (const { type, value } of content) {
      if (type === 'image' && !isWebAddress(value)) hashes.push(hash('sha256', readImage(value).bytes, 'hex'));
    }
  }
  return hashes;
}

/** undefined when nothing was kept, or something that this version cannot read. */
function parseKept(kept: unknown): CachedReply | undefined {
  if (kept === undefined || kept === null) return undefined;
  return CachedReply.safeParse(kept).data;
}

function toCachedReply(reply: CachedReply, latencyMs: number): TargetReply {
  const { attempts: _attempts, rateLimited: _rateLimited, ...call } = reply.call;
  const tookMs = call.latencyMs;
  const recorded = tookMs === null ? undefined : { latencyMs: Math.round(tookMs * 10) / 10, costUsd: call.costUsd };
  const { text, toolCalls, trace, isStructured } = reply;
  return {
    text,
    ...definedOnly({ toolCalls, trace, isStructured }),
    call: { ...call, latencyMs, costUsd: 0, cached: true, ...definedOnly({ recorded }) },
  };
}

function isWhole({ call: { finishReason } }: TargetReply): boolean {
  return finishReason === undefined || finishReason === 'stop' || finishReason === 'tool-calls';
}
