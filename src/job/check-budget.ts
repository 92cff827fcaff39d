import { Fault } from '../base/fault.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import type { RunEvalOptions } from '../jobs/run/options.ts';
import { findPrice } from '../target/prices.ts';

interface Called {
  readonly spec: { readonly targets: readonly { readonly spec: TargetSpec }[] };
}

/** A budget in money cannot hold a target whose price nobody knows. */
export function checkBudget({ budgetUsd }: Pick<RunEvalOptions, 'budgetUsd'>, { spec }: Called): void {
  if (budgetUsd === undefined) return;
  const unpriced = spec.targets.map((target) => target.spec).filter((target) => findPrice(target) === undefined);
  if (unpriced.length === 0) return;
  const names = unpriced.map(({ id }) => `"${id}"`).join(', ');
  const message = `--budget-usd needs the price of every target. The price of ${names} is unknown.`;
  const hint = 'Add a price in targets.yaml, such as `price: {input_usd: 1, output_usd: 4}`, or use --max-calls.';
  throw new Fault({ code: 'RUN_NO_PRICE', message, hint });
}
