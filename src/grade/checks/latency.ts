import type { GradedSubject } from '../graded-conversation.ts';
import type { CheckResult, Wanted } from './check.ts';
import { listCalls } from './subject-calls.ts';

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
