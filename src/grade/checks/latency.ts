import type { GradedSubject } from '../graded-conversation.ts';
import type { CheckResult, Wanted } from './check.ts';
import { listCalls } from './subject-calls.ts';

/** The reply came in time; of a conversation as a whole: all its replies together. */
export function checkLatency(subject: GradedSubject, { max_ms }: Wanted<'latency'>): CheckResult {
  const calls = listCalls(subject);
  if (calls === undefined) return { cause: 'not-applicable', reason: 'It is not known how long the reply took.' };
  if (calls.some(({ cached }) => cached)) {
    return { cause: 'not-applicable', reason: 'The reply came from the cache, so it tells nothing about time.' };
  }
  const tookMs = calls.reduce((sum, { latencyMs }) => sum + latencyMs, 0);
  const said = `The ${subject.reply === null ? 'replies' : 'reply'} took ${toShownMs(tookMs)} ms`;
  const evidence = { latencyMs: tookMs };
  if (tookMs > max_ms) return { score: 0, reason: `${said}, over ${toShownMs(max_ms)} ms.`, evidence };
  return { score: 1, reason: `${said}.`, evidence };
}

function toShownMs(ms: number): string {
  return String(Number(ms.toFixed(1)));
}
