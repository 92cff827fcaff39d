import { compareText } from '../base/compare-text.ts';
import { definedOnly } from '../base/defined-only.ts';
import type { Certificate } from '../conversation/certificate.ts';
import type { Variant } from '../conversation/judge/calibration.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import { buckets, toTurnBucket } from '../conversation/label-request.ts';
import { undefinedEstimate } from '../statistics/estimate.ts';
import { isRate, metricNames } from '../statistics/metric-table.ts';
import { type AnsweredSample, type ComparedSample, listCompared, sortSamples } from './answered-sample.ts';
import { listBaselines } from './baselines.ts';
import type {
  Calibration,
  CalibrationGroup,
  CalibrationMetrics,
  ConfusionMatrix,
  Disagreement,
} from './calibration.ts';
import { listObjections } from './gate/disqualify.ts';
import {
  type ChosenEvidence,
  chooseEvidence,
  type Draws,
  type JudgedTotals,
  renderUnanswered,
  toBoundedRate,
  toUnansweredShares,
  toVerifiedRates,
} from './gate/evidence.ts';
import { toGate } from './gate/gate.ts';
import { toGateSizes, toLastingCounts } from './gate/gate-counts.ts';
import { toMetrics } from './metrics.ts';
import { listCaveats, listProbeResults } from './probe-findings.ts';
import { toRetest } from './retest.ts';
import { listScores, toScorePlace } from './scores.ts';

interface CoreInput {
  readonly scale: Scale;
  readonly pass: number;
  readonly thresholds?: Readonly<Record<string, number>>;
  /** The deck shows the last turn alone. */
  readonly seesTurnOnly?: boolean;
  /** What was to be asked. */
  readonly variants?: readonly Variant[];
  readonly repeat: number;
  readonly previous?: Certificate;
  /** Random draws that people were asked to score. */
  readonly draws?: Draws;
  /** Which judge it is among those that were tried on these samples. */
  readonly judgeNumber?: number;
  /** The verdicts of the judge on all conversations that its verdicts chose samples from. */
  readonly judged?: JudgedTotals;
}

/** Every number of a calibration. It does not depend on the order of the samples. */
export function toCalibration(
  answered: readonly AnsweredSample[],
  input: CoreInput,
): Omit<Calibration, 'deck' | 'target'> {
  const { scale, pass, thresholds, seesTurnOnly } = input;
  const samples = sortSamples(answered);
  const chosen = chooseEvidence(samples, input.draws);
  const { compared, evidence, unanswered } = chosen;
  const metrics = toEvidentMetrics(chosen, input);
  const measureGroup = toGroupMeasure(chosen, input);
  const probes = listProbeResults(samples, input);
  const counts = { n: samples.length, graded: samples.filter(({ row }) => row.judge !== null).length };
  return {
    ...counts,
    compared: compared.length,
    evidence,
    unlabeled: counts.graded - listCompared(samples).length,
    ungraded: countCauses(samples),
    ...metrics,
    confusion: toConfusion(compared, scale),
    pass,
    gate: {
      ...toGate({
        ...{ metrics, ...counts, besides: listOwnObjections(samples, chosen, pass), unanswered },
        sizes: toGateSizes(compared, pass),
        lasting: toLastingCounts(compared, pass),
        unansweredShares: toUnansweredShares(compared, input),
        atLevel: (name, level) => toMetrics(compared, input, [name], { level })[name],
        ...definedOnly({ thresholds, judgeNumber: input.judgeNumber }),
        ...(chosen.isByVerdict ? { undecidable: onlyByVerdict } : {}),
      }),
      caveats: listCaveats({ probes, ...definedOnly({ seesTurnOnly }) }),
    },
    baselines: listBaselines(samples, compared, input),
    byTag: listTagGroups(samples, measureGroup),
    byTurns: listTurnGroups(samples, measureGroup),
    retest: toRetest(samples, input),
    probes,
    disagreements: listDisagreements(listCompared(samples), pass),
  };
}

/** What a verdict chose speaks neither for the judge nor against it: it may be constant or ungraded by that choice. */
function listOwnObjections(samples: readonly AnsweredSample[], { isByVerdict }: ChosenEvidence, pass: number) {
  if (isByVerdict) return [];
  return listObjections(
    samples.filter(({ row }) => row.selection?.by !== 'verdict'),
    pass,
  );
}

const onlyByVerdict =
  'Every labeled conversation was picked by its verdict, so the labels cannot show how often the judge is right. Draw conversations at random with --request-labels.';

const byVerdictWhy = 'every sample was picked by its verdict. This needs labels on random conversations';

const byStatusWhy =
  'samples were picked by their status in a run, which depends on other graders too. This needs labels on random conversations';

/** Where a verdict chose all samples, only TPR and TNR are known, and only with the verdicts on all conversations. */
function toEvidentMetrics(chosen: ChosenEvidence, input: CoreInput): CalibrationMetrics {
  const { compared, unanswered, isByVerdict } = chosen;
  const metrics = toMetrics(compared, input, metricNames);
  const shares = toUnansweredShares(compared, input);
  const corrected: Partial<CalibrationMetrics> = isByVerdict ? toVerifiedRates(compared, input) : {};
  const why = input.judged === undefined && compared.some(isByStatus) ? byStatusWhy : byVerdictWhy;
  const entries = metricNames.map((name) => {
    const metric = metrics[name];
    if (isByVerdict) return [name, corrected[name] ?? undefinedEstimate(metric.n, why)] as const;
    if (unanswered === 0 || metric.value === null) return [name, metric] as const;
    if (isRate(name)) return [name, toBoundedRate(metric, { unanswered, share: shares[name] ?? 0 })] as const;
    const noEnds = { low: null, high: null, why: `${renderUnanswered(unanswered)}: no interval` };
    return [name, { ...metric, ...noEnds, bound: true }] as const;
  });
  // One entry per name.
  return Object.fromEntries(entries) as unknown as CalibrationMetrics;
}

function isByStatus({ row: { selection } }: ComparedSample): boolean {
  return selection?.by === 'verdict' && selection.run !== undefined;
}

/** A group has the weights of the whole, and leaves out what the whole leaves out. */
function toGroupMeasure({ compared, isByVerdict }: ChosenEvidence, input: CoreInput): MeasureGroup {
  const chosen = new Map(compared.map((sample) => [sample.row, sample]));
  return (samples) => {
    const group = samples.flatMap(({ row }) => chosen.get(row) ?? []);
    const metrics = toMetrics(group, input, ['exact', 'bias', 'mae', 'tpr', 'tnr']);
    if (!isByVerdict) return metrics;
    const unknown = ({ n }: { readonly n: number }) => undefinedEstimate(n, byVerdictWhy);
    const { exact, bias, mae, tpr, tnr } = metrics;
    return { exact: unknown(exact), bias: unknown(bias), mae: unknown(mae), tpr: unknown(tpr), tnr: unknown(tnr) };
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

/** The samples on which judge and humans differ: the farthest apart first, of those the flips, then by id. */
function listDisagreements(samples: readonly ComparedSample[], pass: number): readonly Disagreement[] {
  return samples
    .filter(({ human, judge }) => human !== judge)
    .map((sample) => toDisagreement(sample, pass))
    .sort(
      (one, other) =>
        Math.abs(other.difference) - Math.abs(one.difference) ||
        Number(other.flips) - Number(one.flips) ||
        compareText(one.sample, other.sample),
    );
}

function toDisagreement({ human, judge, row }: ComparedSample, pass: number): Disagreement {
  return {
    sample: row.sample,
    human,
    judge,
    difference: toDifference(human, judge),
    flips: human >= pass !== judge >= pass,
    judgeReason: row.judgeReason ?? '',
    tags: row.tags,
    ...definedOnly({
      humanReason: row.humanReason,
      ratings: row.ratings,
      messages: row.messages.length === 0 ? undefined : row.messages,
      request: row.judgment?.request,
      reply: row.judgment?.reply,
    }),
  };
}

/** Without what binary fractions leave behind, so that equal distances are equal. */
function toDifference(human: number, judge: number): number {
  return Number((judge - human).toPrecision(12));
}

/** The metrics of some samples, from the same evidence and with the same weights as those of all. */
type MeasureGroup = (samples: readonly AnsweredSample[]) => CalibrationGroup['metrics'];

/** A group for each tag; a sample is in the group of each of its tags. By name. */
function listTagGroups(samples: readonly AnsweredSample[], measure: MeasureGroup): readonly CalibrationGroup[] {
  const groups = new Map<string, AnsweredSample[]>();
  for (const sample of samples) {
    for (const tag of new Set(sample.row.tags)) addTo(groups, tag, sample);
  }
  return [...groups.keys()].sort(compareText).map((name) => toGroup(name, groups.get(name) ?? [], measure));
}

/** Groups by the number of user turns, shortest first. Samples whose conversation is not known are in none. */
function listTurnGroups(samples: readonly AnsweredSample[], measure: MeasureGroup): readonly CalibrationGroup[] {
  const groups = new Map<string, AnsweredSample[]>();
  for (const sample of samples) {
    if (sample.row.messages.length > 0) addTo(groups, toTurnBucket(sample.row.turns), sample);
  }
  return buckets.flatMap(({ name }) => {
    const group = groups.get(name);
    return group === undefined ? [] : [toGroup(name, group, measure)];
  });
}

function addTo(groups: Map<string, AnsweredSample[]>, name: string, sample: AnsweredSample): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [sample]);
  else group.push(sample);
}

function toGroup(name: string, samples: readonly AnsweredSample[], measure: MeasureGroup): CalibrationGroup {
  return { name, n: samples.length, metrics: measure(samples) };
}
