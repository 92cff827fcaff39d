import type { CallRecord } from '../../conversation/run/run-record.ts';
import type { GradedSubject } from '../graded-conversation.ts';

/** The calls behind what is graded; undefined when one of them is not known. */
export function listCalls({ conversation, reply }: GradedSubject): readonly CallRecord[] | undefined {
  const replies = reply === null ? conversation.replies : [reply];
  const calls = replies.flatMap(({ call }) => call ?? []);
  return calls.length === replies.length && calls.length > 0 ? calls : undefined;
}
