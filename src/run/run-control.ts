import { PlayStopped } from '../play/playing.ts';

/** Stops a run: gently, at once, or because a bound was reached. */
export class RunControl {
  readonly #controller = new AbortController();
  readonly #waiting = new AbortController();
  #isDraining = false;
  #skipReason: string | undefined;

  /** No further call is made; those in flight end and are recorded. */
  drain(): void {
    this.#isDraining = true;
    this.#waiting.abort(new PlayStopped());
  }

  /** Calls in flight end now. */
  abort(): void {
    this.drain();
    this.#controller.abort(new Error('The run was stopped.'));
  }

  /** A bound was reached: what is not played yet is skipped, for this reason. */
  skipRest(reason: string): void {
    this.#skipReason ??= reason;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  get skipReason(): string | undefined {
    return this.#skipReason;
  }

  get isStopping(): boolean {
    return this.#isDraining || this.#skipReason !== undefined;
  }

  /** Aborted as soon as no further call is to be made. */
  get waiting(): AbortSignal {
    return this.#waiting.signal;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }
}
