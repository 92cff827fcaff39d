import type { Clock } from '../base/clock.ts';
import type { RunEvent } from '../conversation/run/run-event.ts';
import type { RunStore } from '../store/port.ts';

interface FollowOptions {
  /** Sequence of the last event the caller has seen. Default: 0, from the beginning. */
  readonly since?: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** true: no more events will come. Events that are already recorded are still returned. */
  readonly isOver: () => boolean | Promise<boolean>;
}

const pageSize = 500;
const pauseMs = 100;

/**
 * The events of a run in order, even while another process writes them: it polls the store. Ends when the run is over
 * and every event was returned. To continue later, pass the sequence of the last event you saw.
 */
export async function* followRun(
  store: Pick<RunStore, 'events'>,
  run: string,
  options: FollowOptions,
): AsyncGenerator<RunEvent> {
  let since = options.since ?? 0;
  for (;;) {
    // Asked before reading, so that events written in between are read in the next round.
    const isOver = await options.isOver();
    const events = await store.events(run, since, pageSize);
    for (const event of events) {
      since = event.sequence;
      yield event;
    }
    if (events.length === pageSize) continue;
    if (isOver) return;
    await options.clock.sleep(pauseMs, options.signal);
  }
}
