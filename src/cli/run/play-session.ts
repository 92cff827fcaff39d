import { systemClock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import type { RunSession } from '../../compose/run-session.ts';
import type { StoredConversation } from '../../store/port.ts';
import type { Io } from '../io.ts';
import { openMemoryHold } from './memory-hold.ts';
import { ProgressLine } from './progress-line.ts';

export interface PlayTools {
  readonly io: Io;
  /** Shows no progress. */
  readonly isQuiet: boolean;
  /** Told of every conversation that ended or was skipped. */
  readonly caseEnd?: (conversation: StoredConversation) => void;
}

/** `failure`: what stopped the run on its way, and can be mended. */
export interface Played {
  readonly state: 'ended' | 'interrupted';
  readonly failure?: Fault | undefined;
}

/** Plays a run with a line of progress. One Ctrl-C lets the calls in flight end, two stop now. */
export async function playSession(session: RunSession, { io, isQuiet, caseEnd }: PlayTools): Promise<Played> {
  const { before, spec, budget, control } = session;
  const done = before.pass + before.fail + before.error + before.ungraded;
  const progress = new ProgressLine(
    { total: spec.conversations, done, clock: io.clock ?? systemClock, inFlight: () => budget.inFlight },
    isQuiet ? { ...io, err: () => {} } : io,
  );
  const holdMemory = openMemoryHold();
  const release = io.onInterrupt?.((times) => {
    if (times === 1) progress.note('stopping after the calls in flight; press again to stop now');
    if (times === 1) control.drain();
    else control.abort();
  });
  try {
    const state = await session.play({
      reply: (_start, reply) => progress.addReply(reply),
      caseEnd: (conversation) => {
        progress.addCase(conversation.end?.status ?? 'skipped');
        caseEnd?.(conversation);
        holdMemory();
      },
    });
    return { state };
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.code === 'STORE_RUN_HELD') throw failure;
    return { state: 'interrupted', failure };
  } finally {
    release?.();
    progress.stop();
  }
}
