import { Fault } from '../base/fault.ts';
import { PlayStopped } from '../base/play-stopped.ts';
import { type Target, TargetError } from '../target/port.ts';
import { type JobControl, renderUnreachable } from './control.ts';

/** A target that never replied is given up after this many connection errors with the same message. */
const mostConnectionErrors = 5;

/**
 * Counts the connection errors of one target, and gives it up if it has never replied. It first waits for the calls
 * that were in flight at the last error: a busy service can refuse some connections and answer others.
 */
export class ConnectionBreaker {
  readonly #key: string;
  readonly #control: JobControl;
  readonly #controller = new AbortController();
  readonly #errors = new Map<string, number>();
  readonly #underWay = new Set<symbol>();
  /** The message that came too often, and the calls in flight that can still succeed. */
  #suspicion: { readonly message: string; readonly calls: Set<symbol> } | undefined;
  #hasAnswered = false;

  /** `key`: identifies the target among all targets of the run, see `toTargetKey`. */
  constructor(key: string, control: JobControl) {
    this.#key = key;
    this.#control = control;
  }

  /** Aborted when the target is given up, with the reason that stops its conversations. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Calls the target. Once the target is given up, it throws the error that stops the conversation. */
  async call<Reply>(id: string, ask: () => Promise<Reply>): Promise<Reply> {
    this.signal.throwIfAborted();
    if (this.#hasAnswered) return ask();
    const call = Symbol(id);
    this.#underWay.add(call);
    try {
      const reply = await ask();
      this.#hasAnswered = true;
      return reply;
    } catch (error) {
      this.#underWay.delete(call);
      this.#suspicion?.calls.delete(call);
      this.#addError(error);
      this.#decide(id);
      throw error;
    }
  }

  #addError(error: unknown): void {
    if (!(error instanceof TargetError) || error.info.cause !== 'unreachable') return;
    const { message } = error;
    const count = (this.#errors.get(message) ?? 0) + 1;
    this.#errors.set(message, count);
    if (count >= mostConnectionErrors) this.#suspicion ??= { message, calls: new Set(this.#underWay) };
  }

  #decide(id: string): void {
    if (this.#hasAnswered || this.#suspicion === undefined || this.#suspicion.calls.size > 0) return;
    this.#control.giveUp(this.#key, { id, message: this.#suspicion.message });
    this.#controller.abort(new PlayStopped(renderUnreachable({ id })));
    this.signal.throwIfAborted();
  }
}

/**
 * Calls the target until it is given up, and then refuses every call. Goes inside the retries and the limiter, so that
 * every attempt counts, and a call that waited in the limiter is refused too.
 */
export function breaking(target: Target, breaker: ConnectionBreaker): Target {
  return {
    id: target.id,
    ask: (request, context) => breaker.call(target.id, () => target.ask(request, context)),
    ...(target.close === undefined ? {} : { close: () => target.close?.() ?? Promise.resolve() }),
  };
}

/** The error that names every target that could not be reached. Undefined: all of them were reached. */
export function findUnreachableFault({ unreachable }: Pick<JobControl, 'unreachable'>): Fault | undefined {
  if (unreachable.length === 0) return undefined;
  const messages = unreachable.map(({ id, message }) => {
    return `The target "${id}" returned ${mostConnectionErrors} connection errors and no reply. ${message}`;
  });
  const hint = `Start ${unreachable.length === 1 ? 'it or fix its address' : 'them or fix their addresses'}.`;
  return new Fault({ code: 'TARGET_UNREACHABLE', message: messages.join(' '), hint });
}
