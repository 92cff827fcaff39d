import type { Clock } from '../base/clock.ts';
import type { RunEvent } from '../conversation/run/run-event.ts';
import type { RunStore } from '../store/port.ts';

interface FollowOptions {
  /** Sequence of the last event that is known already. Default: 0, from the beginning. */
  readonly since?: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** True: nothing more will come; what is recorded is still told. */
  readonly isOver: () => boolean | Promise<boolean>;
}

const pageSize = 500;
const pauseMs = 100;

/**
 * The events of a run in order, also while another process writes them: the store is asked again and again. Ends when
 * the run is over and everything was told. Whoever comes back later goes on from the sequence seen last.
 */
export async function* followRun(
  store: Pick<RunStore, 'events'>,
  run: string,
  options: FollowOptions,
): AsyncGenerator<RunEvent> {
  let since = options.since ?? 0;
  for (;;) {
    // Asked before reading: what is written between the two is told in the next round.
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
