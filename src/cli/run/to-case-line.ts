import type { SimulationRecord } from '../../conversation/run-record.ts';
import { findFirstFailure } from '../../grade/first-failure.ts';
import type { CaseLine } from '../../report/run-summary.ts';
import type { StoredConversation } from '../../store/port.ts';

function toSimulation(end: SimulationRecord['end'], replies: StoredConversation['replies']) {
  return { end, calls: replies.filter(({ by }) => by === 'simulator').map(({ call }) => call) };
}

/** A conversation as the summary needs it. */
export function toCaseLine({ start, replies, verdicts, end }: StoredConversation): CaseLine {
  const { id, dataset, target, send, play, repeat, file, position } = start;
  const verdict = findFirstFailure(verdicts) ?? verdicts.find(({ status }) => status === 'ungraded');
  return {
    ...{ id, dataset, target, send, play, repeat, file, position },
    status: end?.status ?? 'skipped',
    calls: replies.filter(({ by }) => by === 'target').map(({ call }) => call),
    ...(end?.simulation === undefined ? {} : { simulation: toSimulation(end.simulation.end, replies) }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(end?.error === undefined ? {} : { error: end.error }),
    ...(end?.reason === undefined ? {} : { reason: end.reason }),
  };
}
