import { renderNumberOf } from '../../base/number-of.ts';
import { toPoints } from '../../base/percent.ts';
import { fewestClusters } from '../../compare/test-pairs.ts';
import { type ExpectedHits, noHits } from '../../compose/expected-hits.ts';
import type { RunSession } from '../../compose/run-session.ts';
import { listSent } from '../../conversation/send.ts';
import { renderShortCount } from '../../report/metrics.ts';
import type { Range } from '../../run/estimate.ts';
import type { RunPlan } from '../../run/plan.ts';
import { minimumDetectableDifference } from '../../statistics/paired/minimum-detectable-difference.ts';

type PlannedRun = Pick<RunSession, 'plan' | 'spec' | 'before' | 'retried' | 'isResumed' | 'keptSends' | 'run'>;

/** One line before the run: what it will do, how much of it the cache answers, what that may cost, and what it can show. */
export function renderPlanLine(planned: PlannedRun, hits: ExpectedHits = noHits): string {
  const { plan, spec, before, retried, isResumed, keptSends, run } = planned;
  const total = spec.conversations;
  if (isResumed) {
    const done = before.pass + before.fail + before.error + before.ungraded;
    const again = retried === 0 ? '' : `, ${count(retried)} in error ${retried === 1 ? 'is' : 'are'} played again`;
    // Only where a new run would send something else.
    const kept = keptSends.size === 0 ? '' : ` As before, ${listSentBy(keptSends, spec)}.`;
    return `Resuming run ${run}: ${count(done)} of ${renderNumberOf(total, 'conversation')} ${total === 1 ? 'is' : 'are'} done${again}.${kept}`;
  }
  if (plan === undefined) return '';
  const cases = `${renderNumberOf(plan.cases, 'case')}${plan.hasAgentv === true ? ' (AgentV)' : ''}`;
  const parts = [
    `${cases}, ${renderNumberOf(total, 'conversation')} with ${plan.targets.join(', ')}`,
    renderCalls(plan, spec.options.repeat),
    ...renderHits(hits),
    `about ${range({ low: plan.inputTokens.low + plan.outputTokens.low, high: plan.inputTokens.high + plan.outputTokens.high }, renderShortCount)} tokens`,
    // What the cache answers is free.
    hits.hits > 0 && hits.hits >= plan.calls.high ? 'no cost' : renderCost(plan),
    renderDetectable(plan),
    listSentBy(plan.sends, spec),
  ];
  return `Plan: ${parts.join(' · ')}`;
}

/** Nothing has been played, so this is an assumption, and the line says so. */
const assumedChanged = 0.2;

/** What a comparison of this run with another will be able to show. Repeats do not help where cases change for good. */
function renderDetectable({ cases, clusters }: RunPlan): string {
  const { value } = minimumDetectableDifference({ clusters, changed: assumedChanged });
  const things =
    clusters === cases ? renderNumberOf(cases, 'case') : renderNumberOf(clusters, 'independent conversation');
  if (value === null) return `too few to detect a difference (${things}, at least ${fewestClusters} needed)`;
  const points = value < 0.1 ? toPoints(value) : String(Math.ceil(100 * value));
  const assumption =
    value > assumedChanged ? 'if all changes go one way' : `if ${100 * assumedChanged}% of them change`;
  return `minimum detectable difference ${points} pp (80% power, ${things}, ${assumption})`;
}

/** `45 expected from the cache`; nothing when none is. */
export function renderHits({ hits, isCut }: ExpectedHits): readonly string[] {
  return hits === 0 ? [] : [`${isCut ? 'at least ' : ''}${count(hits)} expected from the cache`];
}

function listSentBy(sends: RunPlan['sends'], { targets }: RunSession['spec']): string {
  return listSent(sends, new Map(targets.map(({ spec }) => [spec.id, spec]))).join(', ');
}

/** What asking the judges a second time adds, about one play of each case. */
export function renderJudgingAgain(judging: RunPlan['judging']): string {
  if (judging === undefined) return '';
  const calls = `${range(judging.calls, count)} ${judging.calls.high === 1 ? 'call' : 'calls'}`;
  return `Then the judges are asked again about the first repeat: ${calls} · ${renderCost(judging)}`;
}

/** Those of judges apart: `10 calls, and 10 of judges`. */
function renderCalls({ calls, judging }: RunPlan, repeat: number): string {
  const ofJudges = { low: (judging?.calls.low ?? 0) * repeat, high: (judging?.calls.high ?? 0) * repeat };
  const own = { low: calls.low - ofJudges.low, high: calls.high - ofJudges.high };
  const told = `${range(own, count)} ${own.high === 1 ? 'call' : 'calls'}`;
  return ofJudges.high === 0 ? told : `${told}, and ${range(ofJudges, count)} of judges`;
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

function toMoney(value: number): string {
  return value < 0.995 ? value.toFixed(value < 0.0995 ? 3 : 2) : value.toFixed(2);
}

function count(value: number): string {
  return value.toLocaleString('en');
}
