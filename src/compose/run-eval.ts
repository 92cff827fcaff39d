import { systemClock } from '../base/clock.ts';
import type { RunEvent } from '../conversation/run/run-event.ts';
import { findUnreachableFault } from '../run/breaking.ts';
import { followRun } from '../run/follow-run.ts';
import { checkOptionNames } from './check-option-names.ts';
import { type RunEvalOptions, runEvalOptionNames } from './run-request.ts';
import { openRunSession } from './run-session.ts';

/**
 * Plays eval files and tells what happens, record by record. Everything is checked before the first call: a mistake in
 * files or options is a `Fault`. Leaving the loop early stops the run as Ctrl-C would: calls in flight end, the rest can
 * be resumed. A resumed run repeats all its events, from the first. A target that cannot be reached is a `Fault`
 * after the last event: what needs it is skipped, and played when the run is resumed.
 *
 * @example
 * for await (const event of runEval({ files: ['refunds.eval.yaml'] })) {
 *   if (event.type === 'case-end') console.log(event.conversation.id, event.status);
 * }
 */
export async function* runEval(options: RunEvalOptions): AsyncGenerator<RunEvent> {
  checkOptionNames('runEval', options, runEvalOptionNames);
  const session = await openRunSession(options);
  const { control, store, run } = session;
  const stop = () => control.drain();
  options.signal?.addEventListener('abort', stop);
  if (options.signal?.aborted === true) stop();
  let isOver = false;
  const played = session.play({}).finally(() => {
    isOver = true;
  });
  // The error is thrown below, after the last record was told.
  played.catch(() => {});
  try {
    yield* followRun(store.runs, run, { clock: systemClock, isOver: () => isOver });
    await played;
    const unreachable = findUnreachableFault(control);
    if (unreachable !== undefined) throw unreachable;
  } finally {
    stop();
    options.signal?.removeEventListener('abort', stop);
    await played.catch(() => {});
    await session.close();
  }
}
