import { systemClock } from '../../base/clock.ts';
import { Fault, type Problem } from '../../base/fault.ts';
import { makeRandomIds } from '../../base/random-id.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import type { Store } from '../../store/port.ts';
import { findStore, openStore } from '../../wiring/open-store.ts';
import type { ExitCode, Io } from '../io.ts';
import { printWarnings } from '../print-warnings.ts';

/** The store a command works on. */
export interface Curation {
  readonly store: Store;
  readonly context: ReviewContext;
}

interface Place {
  /** Database that was named. */
  readonly db?: string | undefined;
  /** Creates a missing database. */
  readonly makes?: boolean;
}

/** Opens the store, does the work, and closes it however the work ends. */
export async function withCuration(
  { db: path, makes = false }: Place,
  io: Io,
  work: (opened: Curation) => Promise<ExitCode>,
): Promise<ExitCode> {
  const clock = io.clock ?? systemClock;
  const place = { path, cwd: io.cwd, clock, onMadePrivate: (warning: Problem) => printWarnings([warning], io) };
  const store = makes ? await openStore(place) : await findStore(place);
  if (store === undefined) throw nothingYet();
  try {
    return await work({ store, context: { store: store.curation, clock, newTurnId: makeRandomIds() } });
  } finally {
    await store.close();
  }
}

function nothingYet(): Fault {
  return new Fault({
    code: 'DATASET_UNKNOWN',
    message: 'There are no conversations here yet.',
    hint: 'Run: turnwise import <file>, or choose another database with --db.',
  });
}
