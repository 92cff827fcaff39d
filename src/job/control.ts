import { PlayStopped } from '../base/play-stopped.ts';

/** A target that never replied, and the message of its connection errors. */
export interface UnreachableTarget {
  readonly id: string;
  readonly message: string;
}

/** `gpt could not be reached`. */
export function renderUnreachable({ id }: Pick<UnreachableTarget, 'id'>): string {
  return `${id} could not be reached`;
}

/** Stops a job: after the calls in flight, at once, or because a limit was reached. */
export class JobControl {
  readonly #controller = new AbortController();
  readonly #waiting = new AbortController();
  readonly #unreachable = new Map<string, UnreachableTarget>();
  #isDraining = false;
  #skipReason: string | undefined;

  /** Makes no further call. Calls in flight finish and are recorded. */
  drain(): void {
    this.#isDraining = true;
    this.#waiting.abort(new PlayStopped());
  }

  /** Aborts the calls in flight. */
  abort(): void {
    this.drain();
    this.#controller.abort(new Error('The run was stopped.'));
  }

  /** A limit was reached: the rest of the job is skipped for this reason. The first reason counts. */
  skipRest(reason: string): void {
    this.#skipReason ??= reason;
  }

  /** The target cannot be reached: conversations that need it are skipped, and all others continue. */
  giveUp(key: string, target: UnreachableTarget): void {
    if (!this.#unreachable.has(key)) this.#unreachable.set(key, target);
  }

  get unreachable(): readonly UnreachableTarget[] {
    return [...this.#unreachable.values()];
  }

  /** The first of these targets that was given up. `keys` is called only if any target was given up. */
  findUnreachable(keys: () => readonly string[]): UnreachableTarget | undefined {
    if (this.#unreachable.size === 0) return undefined;
    const unreachable = keys().find((key) => this.#unreachable.has(key));
    return unreachable === undefined ? undefined : this.#unreachable.get(unreachable);
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

  /** Aborted as soon as no further call is allowed. */
  get waiting(): AbortSignal {
    return this.#waiting.signal;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }
}
