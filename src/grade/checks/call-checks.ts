import type { CallRecord } from '../../conversation/run/run-record.ts';
import type { GradedSubject } from '../graded-conversation.ts';
import type { CheckResult, Wanted } from './check.ts';

/** Passes if the reply arrived in time. For a whole conversation: all replies together. */
export function checkLatency(subject: GradedSubject, { max_ms }: Wanted<'latency'>): CheckResult {
  const tookMs = measureLatency(subject);
  if (tookMs === undefined) return unknownLatency;
  const isCached = listCalls(subject)?.some(({ cached }) => cached) === true;
  const replies = `The ${subject.reply === null ? 'replies' : 'reply'} took ${toShownMs(tookMs)} ms`;
  const over = tookMs > max_ms ? `, over ${toShownMs(max_ms)} ms` : '';
  const reason = `${replies}${over}${isCached ? ' (recorded: from the cache)' : ''}.`;
  return { score: over === '' ? 1 : 0, reason, evidence: { latencyMs: tookMs } };
}

/** Milliseconds of the calls. Undefined: one of them is unknown. For a cached reply, its original call counts. */
export function measureLatency(subject: GradedSubject): number | undefined {
  let tookMs = 0;
  for (const { cached, recorded, latencyMs } of listCalls(subject) ?? [unknownCall]) {
    const ms = recorded?.latencyMs ?? (cached === true ? null : latencyMs);
    if (ms === null) return undefined;
    tookMs += ms;
  }
  return tookMs;
}

const unknownCall: CallRecord = { latencyMs: null, costUsd: null };

/** Imported replies have no latency. Earlier versions did not record the original latency of cached replies. */
const unknownLatency: CheckResult = {
  cause: 'not-applicable',
  reason: 'The latency of the reply is unknown.',
};

export function toShownMs(ms: number): string {
  return String(Number(ms.toFixed(1)));
}

/** Passes if the reply was cheap enough. For a whole conversation: all replies together. An unknown cost is never 0. */
export function checkCost(subject: GradedSubject, { max_usd }: Wanted<'cost'>): CheckResult {
  const costUsd = measureCost(subject);
  if (costUsd === undefined) return isCostLost(subject) ? cachedCost : unknownCost;
  const said = `The ${subject.reply === null ? 'replies' : 'reply'} cost ${toShownUsd(costUsd)}`;
  const evidence = { costUsd };
  if (costUsd > max_usd) return { score: 0, reason: `${said}, over ${toShownUsd(max_usd)}.`, evidence };
  return { score: 1, reason: `${said}.`, evidence };
}

/** US dollars of the calls. Undefined: one of them is unknown. For a cached reply, its original call counts. */
export function measureCost(subject: GradedSubject): number | undefined {
  let costUsd = 0;
  for (const { cached, recorded, costUsd: ownUsd } of listCalls(subject) ?? [unknownCall]) {
    const paidUsd = recorded === undefined ? (cached === true ? null : ownUsd) : recorded.costUsd;
    if (paidUsd === null) return undefined;
    costUsd += paidUsd;
  }
  return costUsd;
}

function isCostLost(subject: GradedSubject): boolean {
  return listCalls(subject)?.some(({ cached, recorded }) => cached === true && recorded === undefined) === true;
}

/** Earlier versions did not record the original cost of cached replies. */
const cachedCost: CheckResult = {
  cause: 'not-applicable',
  reason: 'The reply came from the cache, and its cost was not recorded.',
};

const unknownCost: CheckResult = {
  cause: 'not-applicable',
  reason: 'The cost of the reply is unknown. Add a "price" to the target.',
};

/** Replies cost fractions of a cent, so significant digits matter. */
export function toShownUsd(cost: number): string {
  return cost.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumSignificantDigits: 4 });
}

/** The calls of the graded replies. Undefined: one of them is unknown. */
export function listCalls({ conversation, reply }: GradedSubject): readonly CallRecord[] | undefined {
  const replies = reply === null ? conversation.replies : [reply];
  const calls = replies.flatMap(({ call }) => call ?? []);
  return calls.length === replies.length && calls.length > 0 ? calls : undefined;
}
