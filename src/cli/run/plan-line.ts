import { renderNumberOf } from '../../base/number-of.ts';
import { toPoints } from '../../base/percent.ts';
import { fewestClusters } from '../../compare/test-pairs.ts';
import { listSent } from '../../conversation/target-request.ts';
import type { Range } from '../../conversation/token-range.ts';
import { type ExpectedHits, noHits } from '../../job/expected-hits.ts';
import type { RunJob } from '../../jobs/run/job.ts';
import type { RunPlan } from '../../play/run-plan.ts';
import { renderShortCount } from '../../report/amounts.ts';
import { minimumDetectableDifference } from '../../statistics/paired/minimum-detectable-difference.ts';

type RunPlanParts = Pick<RunJob, 'plan' | 'spec' | 'before' | 'retried' | 'isResumed' | 'keptSends' | 'id'>;

/**
 * The line before a run: cases, calls, expected cache hits, the upper limit of the cost, and the minimum detectable
 * difference.
 */
export function renderPlanLine(
  planned: RunPlanParts,
  hits: ExpectedHits = noHits,
  { measuresNoise = false }: { readonly measuresNoise?: boolean } = {},
): string {
  const { plan, spec, before, retried, isResumed, keptSends, id } = planned;
  const total = spec.conversations;
  if (isResumed) {
    const done = before.pass + before.fail + before.error + before.ungraded;
    if (done === total && retried === 0) return `Run ${id} is complete: nothing to play.`;
    const retries = retried === 0 ? '' : `, retrying ${renderNumberOf(retried, 'error')}`;
    // Only if a new run would send something else.
    const sameSends = keptSends.size === 0 ? '' : ` As before, ${listSentBy(keptSends, spec)}.`;
    return `Resuming run ${id}: ${count(done)} of ${renderNumberOf(total, 'conversation')} ${total === 1 ? 'is' : 'are'} done${retries}.${sameSends}`;
  }
  if (plan === undefined) return '';
  const cases = `${renderNumberOf(plan.cases, 'case')}${plan.hasAgentv === true ? ' (AgentV)' : ''}`;
  const parts = [
    `${cases}, ${renderNumberOf(total, 'conversation')} with ${plan.targets.join(', ')}`,
    renderCalls(plan, spec.options.repeat),
    ...renderHits(hits),
    // Cached replies are free.
    renderLimits(
      plan.inputTokens.high + plan.outputTokens.high,
      hits.hits > 0 && hits.hits >= plan.calls.high ? free : plan,
    ),
    // `noise` prints the measured difference later.
    ...(measuresNoise ? [] : [renderDetectable(plan)]),
    listSentBy(plan.sends, spec),
  ];
  return `Plan: ${parts.join(' · ')}`;
}

const free = { costUsd: { low: 0, high: 0 }, unpriced: [] };

/** The upper limit of tokens and money: `up to 17k tokens, up to $0.05`. */
export function renderLimits(tokens: number, cost: Pick<RunPlan, 'costUsd' | 'unpriced'>): string {
  return `up to ${renderShortCount(tokens)} tokens, ${renderCost(cost)}`;
}

/**
 * The assumed share of cases that change, because nothing has been played yet. The guide to comparing runs documents
 * it.
 */
const assumedChanged = 0.2;

/**
 * The minimum detectable difference of a comparison with this run. Repeats do not help if a case flips the same way
 * every time.
 */
function renderDetectable({ cases, clusters }: RunPlan): string {
  const { value } = minimumDetectableDifference({ clusters, changed: assumedChanged });
  const things = clusters === cases ? 'cases' : 'independent conversations';
  if (value === null) return `too few ${things} to detect a difference (${fewestClusters} needed)`;
  const points = value < 0.1 ? toPoints(value) : String(Math.ceil(100 * value));
  return `minimum detectable difference ~${points} pp`;
}

/** `45 expected from the cache`. Empty if there are none. */
export function renderHits({ hits, isCut }: ExpectedHits): readonly string[] {
  return hits === 0 ? [] : [`${isCut ? 'at least ' : ''}${count(hits)} expected from the cache`];
}

function listSentBy(sends: RunPlan['sends'], { targets }: RunJob['spec']): string {
  return listSent(sends, new Map(targets.map(({ spec }) => [spec.id, spec]))).join(', ');
}

/** What a second judging of the first repeat adds. */
export function renderJudgingAgain(judging: RunPlan['judging']): string {
  if (judging === undefined) return '';
  return `Then the judges grade the first repeat again: ${upTo(judging.calls)} ${judging.calls.high === 1 ? 'call' : 'calls'}, ${renderCost(judging)}`;
}

/** Counts judge calls separately: `10 calls + 10 judge calls`. */
function renderCalls({ calls: all, judging }: RunPlan, repeat: number): string {
  const ofJudges = { low: (judging?.calls.low ?? 0) * repeat, high: (judging?.calls.high ?? 0) * repeat };
  const own = { low: all.low - ofJudges.low, high: all.high - ofJudges.high };
  const calls = `${upTo(own)} ${own.high === 1 ? 'call' : 'calls'}`;
  return ofJudges.high === 0 ? calls : `${calls} + ${upTo(ofJudges)} judge ${ofJudges.high === 1 ? 'call' : 'calls'}`;
}

export function renderCost({ costUsd, unpriced }: Pick<RunPlan, 'costUsd' | 'unpriced'>): string {
  if (unpriced.length > 0 && costUsd.high === 0) return `cost unknown (no price for ${unpriced.join(', ')})`;
  const known = costUsd.high === 0 ? 'no cost' : `up to $${toMoney(costUsd.high)}`;
  return unpriced.length === 0 ? known : `${known} without ${unpriced.join(', ')} (no price)`;
}

/** The upper end of an estimate. Exact if both ends are equal. */
function upTo({ low, high }: Range): string {
  return low === high ? count(high) : `up to ${count(high)}`;
}

function toMoney(value: number): string {
  return value < 0.995 ? value.toFixed(value < 0.0995 ? 3 : 2) : value.toFixed(2);
}

function count(value: number): string {
  return value.toLocaleString('en');
}
