import type { RunSession } from '../../compose/run-session.ts';
import type { Range } from '../../run/estimate.ts';
import type { RunPlan } from '../../run/plan.ts';

/** One line before the run: what it will do, and what that may cost. */
export function renderPlanLine({ plan, spec, before, retried, isResumed, run }: RunSession): string {
  const total = spec.conversations;
  if (isResumed) {
    const done = before.pass + before.fail + before.error + before.ungraded;
    const again = retried === 0 ? '' : `, ${count(retried)} in error ${retried === 1 ? 'is' : 'are'} played again`;
    return `Resuming run ${run}: ${count(done)} of ${count(total, 'conversation')} ${total === 1 ? 'is' : 'are'} done${again}.`;
  }
  if (plan === undefined) return '';
  const targets = plan.targets.join(', ');
  const parts = [
    `${count(plan.cases, 'case')}, ${count(total, 'conversation')} with ${targets}`,
    `${range(plan.calls, (value) => count(value))} ${plan.calls.high === 1 ? 'call' : 'calls'}`,
    `about ${range({ low: plan.inputTokens.low + plan.outputTokens.low, high: plan.inputTokens.high + plan.outputTokens.high }, toShort)} tokens`,
    renderCost(plan),
  ];
  return `Plan: ${parts.join(' · ')}`;
}

export function renderCost({ costUsd, unpriced }: Pick<RunPlan, 'costUsd' | 'unpriced'>): string {
  if (unpriced.length > 0 && costUsd.high === 0) return `cost unknown (no price for ${unpriced.join(', ')})`;
  const known = costUsd.high === 0 ? 'no cost' : `$${range(costUsd, toMoney)}`;
  return unpriced.length === 0 ? known : `${known} and what ${unpriced.join(', ')} costs, which is unknown`;
}

/** A guess from low to high; one value when both read the same. */
export function range({ low, high }: Range, render: (value: number) => string): string {
  const [from, to] = [render(low), render(high)];
  return from === to ? from : `${from}–${to}`;
}

/** `950`, `4.2k`, `17M`. */
export function toShort(value: number): string {
  if (value < 1_000) return String(Math.round(value));
  if (value < 1e6) return `${trim(value / 1e3)}k`;
  return `${trim(value / 1e6)}M`;
}

function trim(value: number): string {
  return value < 10 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value));
}

function toMoney(value: number): string {
  return value < 0.995 ? value.toFixed(value < 0.0995 ? 3 : 2) : value.toFixed(2);
}

function count(value: number, noun?: string): string {
  const number = value.toLocaleString('en');
  return noun === undefined ? number : `${number} ${noun}${value === 1 ? '' : 's'}`;
}
