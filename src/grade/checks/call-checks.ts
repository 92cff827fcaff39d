import type { CallRecord } from '../../conversation/run/run-record.ts';
import type { GradedSubject } from '../graded-conversation.ts';
import type { CheckResult, Wanted } from './check.ts';

/** The reply came in time; of a conversation as a whole: all its replies together. */
export function checkLatency(subject: GradedSubject, { max_ms }: Wanted<'latency'>): CheckResult {
  const calls = listCalls(subject);
  if (calls === undefined) return unknownLatency;
  let tookMs = 0;
  for (const { cached, recorded, latencyMs } of calls) {
    if (cached === true && recorded === undefined) return unknownLatency;
    tookMs += recorded?.latencyMs ?? latencyMs;
  }
  const isCached = calls.some(({ cached }) => cached);
  const replies = `The ${subject.reply === null ? 'replies' : 'reply'} took ${toShownMs(tookMs)} ms`;
  const over = tookMs > max_ms ? `, over ${toShownMs(max_ms)} ms` : '';
  const reason = `${replies}${over}${isCached ? ' (recorded: from the cache)' : ''}.`;
  return { score: over === '' ? 1 : 0, reason, evidence: { latencyMs: tookMs } };
}

/** Runs of older versions did not record how long a cached reply once took. */
const unknownLatency: CheckResult = {
  cause: 'not-applicable',
  reason: 'The latency of the reply is unknown.',
};

function toShownMs(ms: number): string {
  return String(Number(ms.toFixed(1)));
}

/** The reply was cheap enough; of a conversation as a whole: all its replies together. What is unknown is never 0. */
export function checkCost(subject: GradedSubject, { max_usd }: Wanted<'cost'>): CheckResult {
  const calls = listCalls(subject);
  let costUsd = 0;
  for (const call of calls ?? []) {
    if (call.cached === true && call.recorded === undefined) return cachedCost;
    const paidUsd = call.recorded === undefined ? call.costUsd : call.recorded.costUsd;
    if (paidUsd === null) return unknownCost;
    costUsd += paidUsd;
  }
  if (calls === undefined) return unknownCost;
  const said = `The ${subject.reply === null ? 'replies' : 'reply'} cost ${toShownUsd(costUsd)}`;
  const evidence = { costUsd };
  if (costUsd > max_usd) return { score: 0, reason: `${said}, over ${toShownUsd(max_usd)}.`, evidence };
  return { score: 1, reason: `${said}.`, evidence };
}

/** Runs of older versions did not record what a cached reply once cost. */
const cachedCost: CheckResult = {
  cause: 'not-applicable',
  reason: 'The reply came from the cache, and its cost was not recorded.',
};

const unknownCost: CheckResult = {
  cause: 'not-applicable',
  reason: 'The cost of the reply is unknown. Add a "price" to the target.',
};

/** Replies cost fractions of a cent, so what counts are the first significant digits. */
const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumSignificantDigits: 4 });

function toShownUsd(cost: number): string {
  return usd.format(cost);
}

/** The calls behind what is graded; undefined when one of them is not known. */
function listCalls({ conversation, reply }: GradedSubject): readonly CallRecord[] | undefined {
  const replies = reply === null ? conversation.replies : [reply];
  const calls = replies.flatMap(({ call }) => call ?? []);
  return calls.length === replies.length && calls.length > 0 ? calls : undefined;
}
