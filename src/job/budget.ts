import { Fault } from '../base/fault.ts';
import { PlayStopped } from '../base/play-stopped.ts';
import type { TargetSpec, TokenPrice } from '../conversation/target-spec.ts';
import type { Target } from '../target/port.ts';
import type { CallOptions } from './call-options.ts';
import type { JobControl } from './control.ts';

/** What was spent before. It counts toward the limits. */
export interface Spent {
  readonly usd: number;
  readonly calls: number;
}

interface BudgetLimits {
  readonly usd?: number;
  readonly calls?: number;
}

/**
 * Limits what a job spends. Before each call it checks that the cost so far, plus the highest price seen for every call
 * in flight, stays within the limit. Until it has seen a price, it makes one call at a time: several calls could exceed
 * the limit together.
 */
export class Budget {
  readonly #limits: BudgetLimits;
  readonly #control: JobControl;
  readonly #waiting: (() => void)[] = [];
  #calls = 0;
  #spentUsd = 0;
  #inFlight = 0;
  #mostExpensiveUsd = 0;

  constructor(limits: BudgetLimits, control: JobControl, spent: Spent = { usd: 0, calls: 0 }) {
    this.#limits = limits;
    this.#control = control;
    this.#spentUsd = spent.usd;
    this.#calls = spent.calls;
  }

  get calls(): number {
    return this.#calls;
  }

  /** Calls in flight. */
  get inFlight(): number {
    return this.#inFlight;
  }

  get spentUsd(): number {
    return this.#spentUsd;
  }

  /** Throws when a limit leaves no room for another call. The rest of the job is then skipped. */
  async begin(): Promise<void> {
    while (this.#limits.usd !== undefined && this.#mostExpensiveUsd === 0 && this.#inFlight > 0) await this.#nextEnd();
    const { calls = Number.POSITIVE_INFINITY, usd = Number.POSITIVE_INFINITY } = this.#limits;
    if (this.#calls >= calls) this.#stop(`--max-calls ${calls} was reached`);
    const reserved = this.#spentUsd + (this.#inFlight + 1) * this.#mostExpensiveUsd;
    if (this.#spentUsd >= usd || reserved > usd) this.#stop(`--budget-usd ${usd} was reached`);
    this.#calls += 1;
    this.#inFlight += 1;
  }

  end(costUsd: number | null): void {
    this.#inFlight -= 1;
    const cost = costUsd ?? 0;
    this.#spentUsd += cost;
    if (cost > this.#mostExpensiveUsd) this.#mostExpensiveUsd = cost;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #stop(reason: string): never {
    this.#control.skipRest(reason);
    throw new PlayStopped(reason);
  }
}

/** Counts each attempt. Goes inside the retries and the cache, so that only real calls count. */
export function budgeting(target: Target, budget: Budget): Target {
  return {
    id: target.id,
    async ask(request, context) {
      await budget.begin();
      let costUsd: number | null = null;
      try {
        const reply = await target.ask(request, context);
        costUsd = reply.call.costUsd;
        return reply;
      } finally {
        budget.end(costUsd);
      }
    },
    ...(target.close === undefined ? {} : { close: () => target.close?.() ?? Promise.resolve() }),
  };
}

/** Throws a Fault if there is a budget in money and the price of a target is unknown: it could not be kept. */
export function checkBudget(
  { budgetUsd }: Pick<CallOptions, 'budgetUsd'>,
  targets: readonly TargetSpec[],
  priceOf: (spec: TargetSpec) => TokenPrice | undefined,
): void {
  if (budgetUsd === undefined) return;
  const unpriced = targets.filter((target) => priceOf(target) === undefined);
  if (unpriced.length === 0) return;
  const names = unpriced.map(({ id }) => `"${id}"`).join(', ');
  const message = `--budget-usd needs the price of every target. The price of ${names} is unknown.`;
  const hint = 'Add a price in targets.yaml, such as `price: {input_usd: 1, output_usd: 4}`, or use --max-calls.';
  throw new Fault({ code: 'RUN_NO_PRICE', message, hint });
}
