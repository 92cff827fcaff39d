import { definedOnly } from '../../base/defined-only.ts';
import { findFirstFailure, findFirstUngraded } from '../../grade/first-failure.ts';
import type { CaseLine } from '../../report/run-summary.ts';
import type { StoredConversation } from '../../store/port.ts';

/** A conversation as the summary needs it. */
export function toCaseLine({ start, replies, verdicts, end }: StoredConversation): CaseLine {
  const { tags: _, ...name } = start;
  const callsBy = (speaker: 'target' | 'simulator') =>
    replies.filter(({ by }) => by === speaker).map(({ call }) => call);
  return {
    ...name,
    status: end?.status ?? 'skipped',
    calls: callsBy('target'),
    ...definedOnly({
      simulation: end?.simulation && { end: end.simulation.end, calls: callsBy('simulator') },
      verdict: findFirstFailure(verdicts) ?? findFirstUngraded(verdicts),
      error: end?.error,
      reason: end?.reason,
    }),
  };
}
