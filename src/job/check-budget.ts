import { Fault } from '../base/fault.ts';
import type { TargetSpec, TokenPrice } from '../conversation/target-spec.ts';
import type { CallOptions } from './call-options.ts';

/** Throws a Fault for a budget in money where the price of a target is unknown: it could not hold. */
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
