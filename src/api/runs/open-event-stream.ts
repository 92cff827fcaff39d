import { Readable } from 'node:stream';
import type { RunEvent } from '../../conversation/run/run-event.ts';
import { followRun } from '../../job/follow-run.ts';
import { hasRunningOwner } from '../../job/run-line.ts';
import type { IsExpired, RunStore } from '../../store/port.ts';
import type { ApiContext } from '../api-context.ts';
import { renderEvents } from './event-stream.ts';

interface EventStreamRequest {
  readonly run: string;
  readonly since: number;
  readonly isExpired: IsExpired;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** How often to check that the owner of the run still has its lease. The end of a run is one of its events. */
const recheckMs = 2_000;

/** The events of a run, from the store, as they are recorded. Ends when the run does. */
export function openEventStream(context: ApiContext, request: EventStreamRequest): Readable {
  const { clock } = context;
  const signal = AbortSignal.any([request.signal, context.closing]);
  const over = openOverTest(context, request);
  const { since } = request;
  const events = followRun(context.store.runs, request.run, { since, clock, signal, isOver: over.isOver });
  return Readable.from(renderEvents(watchEnd(events, over.lookAgain), { clock, signal }), { objectMode: false });
}

async function* watchEnd(events: AsyncIterable<RunEvent>, ended: () => void): AsyncGenerator<RunEvent> {
  for await (const event of events) {
    if (event.type === 'run-end') ended();
    yield event;
  }
}

/** Whether the listener has heard everything that will ever come. */
export async function isToldAlready(
  { runs }: { readonly runs: Pick<RunStore, 'events'> },
  { run, since }: Pick<EventStreamRequest, 'run' | 'since'>,
): Promise<boolean> {
  const rest: readonly RunEvent[] = await runs.events(run, since, 1);
  return rest.length === 0;
}

function openOverTest({ store, clock }: ApiContext, { run, isExpired }: EventStreamRequest) {
  let isOver = false;
  let lookAt = 0;
  return {
    isOver: async () => {
      if (isOver || clock.elapsed() < lookAt) return isOver;
      lookAt = clock.elapsed() + recheckMs;
      const record = await store.runs.find(run);
      isOver = record === undefined || !hasRunningOwner(record, isExpired);
      return isOver;
    },
    lookAgain: () => {
      lookAt = 0;
    },
  };
}
