import type { Clock } from '../base/clock.ts';
import type { CurationStore } from '../store/curation-port.ts';

/** What every change of ground truth needs. */
export interface ReviewContext {
  readonly store: CurationStore;
  readonly clock: Clock;
  /** A short random name, never the same twice: for a turn that comes without one, and for a copy. */
  readonly newTurnId: () => string;
}
