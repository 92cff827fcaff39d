import { renderNumberOf } from '../base/number-of.ts';
import { fewestForRate } from '../base/percent.ts';
import type { CaseStatus } from '../conversation/verdict.ts';
import { type ClusteredInterval, clusteredRateInterval } from '../statistics/rates/clustered-rate.ts';
import { toEstimateParts } from '../statistics/render-estimate.ts';

/** A conversation whose judges were asked twice about the same replies; each pair is first and second time. */
export interface JudgedTwice {
  /** Conversations of one cluster are not independent. */
  readonly cluster: string;
  readonly status: readonly [CaseStatus, CaseStatus];
  /** Whether each judgment passed; null: ungraded, or not asked in the same way, so that it says nothing. */
  readonly judgments: readonly (readonly [boolean | null, boolean | null])[];
}

/** How far judges differ from themselves: the part of the noise that no target has. */
export interface JudgeNoise {
  /** Judgments that passed or failed both times. */
  readonly judgments: number;
  /** Of them, those that passed once and failed once. */
  readonly changed: number;
  /** Chance that a judgment changes sides when the judge is asked again. */
  readonly changeRate: ClusteredInterval;
  /** Cases that passed or failed both times. */
  readonly cases: number;
  readonly flipped: number;
  /** Chance that a case has another result when it is only judged again, to compare with that of running it again. */
  readonly flipRate: ClusteredInterval;
  /** Judgments that say nothing: ungraded once, or asked in another way. */
  readonly notCompared: number;
  readonly summary: string;
}

/** The judges' part of the noise, from replies that were judged twice. */
export function splitNoise(conversations: readonly JudgedTwice[]): JudgeNoise {
  const judgments = conversations.flatMap(({ cluster, judgments: pairs }) => pairs.map((pair) => ({ cluster, pair })));
  const judged = judgments.flatMap(({ cluster, pair: [first, second] }) =>
    first === null || second === null ? [] : [{ cluster, isChanged: first !== second }],
  );
  const cases = conversations.flatMap(({ cluster, status: [first, second] }) =>
    isDecided(first) && isDecided(second) ? [{ cluster, isChanged: first !== second }] : [],
  );
  const told = {
    judgments: judged.length,
    changed: countChanged(judged),
    changeRate: toRate(judged),
    cases: cases.length,
    flipped: countChanged(cases),
    flipRate: toRate(cases),
    notCompared: judgments.length - judged.length,
  };
  return { ...told, summary: renderSentence(told) };
}

interface Twice {
  readonly cluster: string;
  readonly isChanged: boolean;
}

function isDecided(status: CaseStatus): boolean {
  return status === 'pass' || status === 'fail';
}

function countChanged(twice: readonly Twice[]): number {
  return twice.filter(({ isChanged }) => isChanged).length;
}

function toRate(twice: readonly Twice[]): ClusteredInterval {
  const clusters = Map.groupBy(twice, ({ cluster }) => cluster);
  return clusteredRateInterval(
    [...clusters.values()].map((list) => ({ successes: countChanged(list), trials: list.length })),
  );
}

function renderSentence({ judgments, changed, changeRate }: Omit<JudgeNoise, 'summary'>): string {
  if (changeRate.value === null) {
    return 'Judge noise is unknown: no reply was judged twice with the same request.';
  }
  const flipped = `Judge noise: ${changed.toLocaleString('en')} of ${renderNumberOf(judgments, 'judgment')} flipped when judged again`;
  if (judgments < fewestForRate) return `${flipped}.`;
  const { value, interval } = toEstimateParts(changeRate, { unit: 'percent' });
  return `${flipped} (${value}, 95% CI ${interval}).`;
}
