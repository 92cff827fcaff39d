import type { Certificate } from '../conversation/certificate.ts';
import type { Scale } from '../conversation/deck.ts';
import { type AnsweredSample, type ComparedSample, listCompared, sortSamples } from './answered-sample.ts';
import { listBaselines } from './baselines.ts';
import type { Calibration, ConfusionMatrix } from './calibration.ts';
import { listDisagreements } from './disagreements.ts';
import { figureNames } from './figure-names.ts';
import { toFigures } from './figures.ts';
import { toGate } from './gate.ts';
import { listTagGroups, listTurnGroups } from './groups.ts';
import { listProbeResults } from './probe-findings.ts';
import { toRetest } from './retest.ts';
import { listScores, toScorePlace } from './scores.ts';

export interface CoreInput {
  readonly scale: Scale;
  readonly pass: number;
  readonly limits?: Readonly<Record<string, number>>;
  readonly repeat: number;
  readonly previous?: Certificate;
}

/** Everything that is measured, whoever asks. Does not depend on the order of the samples. */
export function toCalibration(
  answered: readonly AnsweredSample[],
  input: CoreInput,
): Omit<Calibration, 'deck' | 'model'> {
  const { scale, pass } = input;
  const samples = sortSamples(answered);
  const compared = listCompared(samples);
  const figures = toFigures(compared, input, figureNames);
  const counts = { n: samples.length, graded: samples.filter(({ row }) => row.judge !== null).length };
  return {
    ...counts,
    compared: compared.length,
    unlabelled: counts.graded - compared.length,
    ungraded: countCauses(samples),
    ...figures,
    confusion: toConfusion(compared, scale),
    pass,
    gate: toGate({ figures, ...counts, ...(input.limits === undefined ? {} : { limits: input.limits }) }),
    baselines: listBaselines(samples, compared, input),
    by_tag: listTagGroups(samples, input),
    by_turns: listTurnGroups(samples, input),
    retest: toRetest(samples, input),
    probes: listProbeResults(samples, input),
    disagreements: listDisagreements(compared, pass),
  };
}

function countCauses(samples: readonly AnsweredSample[]): Calibration['ungraded'] {
  const counts: Partial<Record<keyof Calibration['ungraded'], number>> = {};
  for (const { row } of samples) {
    if (row.judge === null && row.cause !== undefined) counts[row.cause] = (counts[row.cause] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort(([, one], [, other]) => other - one));
}

function toConfusion(compared: readonly ComparedSample[], scale: Scale): ConfusionMatrix {
  const labels = listScores(scale);
  const rows = labels.map(() => labels.map(() => 0));
  if (labels.length === 0) return { labels, rows };
  for (const { human, judge } of compared) {
    const row = rows[toScorePlace(human, scale)];
    const column = toScorePlace(judge, scale);
    if (row?.[column] === undefined) throw new RangeError(`the scores ${human} and ${judge} are not both on the scale`);
    row[column] += 1;
  }
  return { labels, rows };
}
