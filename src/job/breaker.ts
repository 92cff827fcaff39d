import { Fault } from '../base/fault.ts';
import { PlayStopped } from '../base/play-stopped.ts';
import { type Target, TargetError } from '../target/port.ts';
import { type JobControl, renderUnreachable } from './control.ts';

/** Connection errors with the same message, before any reply, after which a target is given up. */
const mostConnectionErrors = 5;

/**
 * Counts the connection errors of one target, and gives it up when it has never answered. Calls that were under way at
 * the last error that counts are waited for: a busy service can refuse some connections and answer others.
 */
export class ConnectionBreaker {
  readonly #key: string;
  readonly #control: JobControl;
  readonly #controller = new AbortController();
  readonly #errors = new Map<string, number>();
  readonly #underWay = new Set<symbol>();
  /** The message that came too often, and the calls that can still disprove it. */
  #suspicion: { readonly message: string; readonly calls: Set<symbol> } | undefined;
  #hasAnswered = false;

  /** `key`: names the target among all targets of the run, as `toTargetKey` does. */
  constructor(key: string, control: JobControl) {
    this.#key = key;
    this.#control = control;
  }

  /** Aborted when the target is given up, with the reason that stops its conversations. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Calls the target. Throws what stops the conversation once the target is given up. */
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
 * Calls the target until it is given up; from then on nothing calls it any more. Goes inside the retries and the limiter:
 * every attempt counts, and a call that waited for its turn is not made after all.
 */
export function breaking(target: Target, breaker: ConnectionBreaker): Target {
  return {
    id: target.id,
    ask: (request, context) => breaker.call(target.id, () => target.ask(request, context)),
    ...(target.close === undefined ? {} : { close: () => target.close?.() ?? Promise.resolve() }),
  };
}

/** What ended the work early, as one error; undefined when every target could be reached. */
export function findUnreachableFault({ unreachable }: Pick<JobControl, 'unreachable'>): Fault | undefined {
  if (unreachable.length === 0) return undefined;
  const said = unreachable.map(({ id, message }) => {
    return `The target "${id}" returned ${mostConnectionErrors} connection errors and no reply. ${message}`;
  });
  const hint = `Start ${unreachable.length === 1 ? 'it or fix its address' : 'them or fix their addresses'}.`;
  return new Fault({ code: 'TARGET_UNREACHABLE', message: said.join(' '), hint });
}
