import { findFirstFailure } from '../../grade/first-failure.ts';
import type { CaseLine } from '../../report/run-summary.ts';
import type { StoredConversation } from '../../store/port.ts';

/** A conversation as the summary needs it. */
export function toCaseLine({ start, replies, verdicts, end }: StoredConversation): CaseLine {
  const { id, dataset, target, send, play, repeat, file, position } = start;
  const verdict = findFirstFailure(verdicts) ?? verdicts.find(({ status }) => status === 'ungraded');
  return {
    ...{ id, dataset, target, send, play, repeat, file, position },
    status: end?.status ?? 'skipped',
    calls: replies.map(({ call }) => call),
    ...(verdict === undefined ? {} : { verdict }),
    ...(end?.error === undefined ? {} : { error: end.error }),
    ...(end?.reason === undefined ? {} : { reason: end.reason }),
  };
}
