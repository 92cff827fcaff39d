import type { Certificate } from '../conversation/certificate.ts';
import type { AnsweredSample, ComparedSample } from './answered-sample.ts';
import type { Baseline } from './calibration.ts';
import { findHumanBaseline } from './human-baseline.ts';
import type { Measure } from './measure.ts';
import { metricNames } from './metric-names.ts';
import { toMetrics } from './metrics.ts';

export interface BaselineInput extends Measure {
  readonly previous?: Certificate;
}

/** What a judge has to beat, and what people reach: constant, majority, the certificate before, people. */
export function listBaselines(
  samples: readonly AnsweredSample[],
  compared: readonly ComparedSample[],
  input: BaselineInput,
): readonly Baseline[] {
  const humans = findHumanBaseline(samples, input);
  return [
    ...listConstants(compared, input),
    ...(input.previous === undefined ? [] : [toPrevious(input.previous)]),
    ...(humans === undefined ? [] : [humans]),
  ];
}

function listConstants(compared: readonly ComparedSample[], measure: Measure): readonly Baseline[] {
  if (compared.length === 0) return [];
  const scores = compared.map(({ human }) => human).sort((one, other) => one - other);
  const toBaseline = (kind: 'constant' | 'majority', score: number): Baseline => ({
    kind,
    name: `always ${score < 0 ? '−' : ''}${Math.abs(score)}`,
    metrics: toMetrics(
      compared.map((sample) => ({ ...sample, judge: score })),
      { ...measure, isMadeUp: true },
      metricNames,
    ),
  });
  return [toBaseline('constant', toBestConstant(scores, measure.pass)), toBaseline('majority', toCommonest(scores))];
}

/** On the side of the passing score where more human scores are, the lower median of those; of equal sides the failing one. */
export function toBestConstant(sorted: readonly number[], pass: number): number {
  const passing = sorted.filter((score) => score >= pass);
  const failing = sorted.filter((score) => score < pass);
  const side = passing.length > failing.length ? passing : failing;
  return getFirst(side, Math.ceil(side.length / 2) - 1);
}

/** Of several that are equally common, the lowest. */
export function toCommonest(sorted: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const score of sorted) counts.set(score, (counts.get(score) ?? 0) + 1);
  const most = [...counts.values()].reduce((largest, count) => Math.max(largest, count), 0);
  return getFirst(
    sorted.filter((score) => counts.get(score) === most),
    0,
  );
}

function getFirst(scores: readonly number[], place: number): number {
  const score = scores[place];
  if (score === undefined) throw new RangeError('a constant judge needs at least one score');
  return score;
}

function toPrevious({ metrics, at, split }: Certificate): Baseline {
  const known = metricNames.flatMap((name) => {
    const metric = metrics[name];
    return metric === undefined ? [] : [[name, metric] as const];
  });
  const day = at.slice(0, 'yyyy-mm-dd'.length);
  return { kind: 'previous', name: `certificate of ${day} (${split})`, metrics: Object.fromEntries(known), at };
}
