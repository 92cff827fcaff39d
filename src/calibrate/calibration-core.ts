import { definedOnly } from '../base/defined-only.ts';
import type { Variant } from '../conversation/calibration.ts';
import type { Certificate } from '../conversation/certificate.ts';
import type { Scale } from '../conversation/deck.ts';
import { type AnsweredSample, type ComparedSample, listCompared, sortSamples } from './answered-sample.ts';
import { listBaselines } from './baselines.ts';
import type { Calibration, ConfusionMatrix } from './calibration.ts';
import { listCaveats } from './caveats.ts';
import { listDisagreements } from './disagreements.ts';
import { disqualify } from './disqualify.ts';
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
  /** The deck shows the last turn alone. */
  readonly seesTurnOnly?: boolean;
  /** What was to be asked. */
  readonly variants?: readonly Variant[];
  readonly repeat: number;
  readonly previous?: Certificate;
}

/** Everything that is measured, whoever asks. Does not depend on the order of the samples. */
export function toCalibration(
  answered: readonly AnsweredSample[],
  input: CoreInput,
): Omit<Calibration, 'deck' | 'model'> {
  const { scale, pass, limits, seesTurnOnly } = input;
  const samples = sortSamples(answered);
  const compared = listCompared(samples);
  const figures = toFigures(compared, input, figureNames);
  const probes = listProbeResults(samples, input);
  const counts = { n: samples.length, graded: samples.filter(({ row }) => row.judge !== null).length };
  return {
    ...counts,
    compared: compared.length,
    unlabelled: counts.graded - compared.length,
    ungraded: countCauses(samples),
    ...figures,
    confusion: toConfusion(compared, scale),
    pass,
    gate: {
      ...toGate({ figures, ...counts, besides: disqualify(samples, pass), ...definedOnly({ limits }) }),
      caveats: listCaveats({ probes, ...definedOnly({ seesTurnOnly }) }),
    },
    baselines: listBaselines(samples, compared, input),
    by_tag: listTagGroups(samples, input),
    by_turns: listTurnGroups(samples, input),
    retest: toRetest(samples, input),
    probes,
    disagreements: listDisagreements(compared, pass),
  };
}

function countCauses(samples: readonly AnsweredSample[]): Calibration['ungraded'] {
  const counts = new Map<string, number>();
  for (const { row } of samples) {
    if (row.judge === null && row.cause !== undefined) counts.set(row.cause, (counts.get(row.cause) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one));
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
