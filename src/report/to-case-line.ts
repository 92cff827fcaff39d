import { definedOnly } from '../base/defined-only.ts';
import { findFirstFailure, findFirstUngraded } from '../conversation/run/first-reason.ts';
import type { ShownConversation } from './render-conversation.ts';
import type { CaseLine } from './run-summary.ts';

/** A conversation in one line, with the first reason for its status. */
export function toCaseLine({ start, verdicts, end }: ShownConversation): CaseLine {
  const { id, eval: evalName, target, send, play, repeat, file = 0, position = 0 } = start;
  return {
    ...{ id, eval: evalName, target, send, play, repeat, file, position },
    status: end?.status ?? 'skipped',
    ...definedOnly({
      verdict: findFirstFailure(verdicts) ?? findFirstUngraded(verdicts),
      error: end?.error,
      reason: end?.reason,
    }),
  };
}
