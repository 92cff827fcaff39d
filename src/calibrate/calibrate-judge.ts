import { definedOnly } from '../base/defined-only.ts';
import type { Certificate } from '../conversation/certificate.ts';
import type { JudgedSample, JudgeSample, Variant } from '../conversation/judge/calibration.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import { type Sample, toHumanScore } from '../conversation/sample.ts';
import type { AnsweredSample } from './answered-sample.ts';
import type { CalibratedRow, Calibration } from './calibration.ts';
import { toCalibration } from './calibration-core.ts';
import type { Draws, JudgedTotals } from './gate/evidence.ts';
import { snapScore } from './scores.ts';

/** One judge: a deck sent to one target, with its verdict on each sample. */
export interface JudgeInput {
  /** Path from the project root. */
  readonly deck: string;
  /** Id of the target. */
  readonly target: string;
  readonly scale: Scale;
  readonly pass: number;
  /** The deck's own; `defaultThresholds` when absent. */
  readonly thresholds?: Readonly<Record<string, number>>;
  /** The deck shows the last turn alone: then it is right that it does not read the history. */
  readonly seesTurnOnly?: boolean;
  /** Every sample that was put to this judge, and to no other. */
  readonly samples: readonly JudgeSample[];
  /** In any order. A sample without a first plain answer was not sent to the judge, and is in neither n nor rows. */
  readonly results: readonly JudgedSample[];
  /** How often each sample was asked. */
  readonly repeat: number;
  /** The planned variants: a probe that could not be sent says so. Default: the variants that were sent. */
  readonly variants?: readonly Variant[];
  /** The certificate before this one, as a baseline. */
  readonly previous?: Certificate;
  readonly draws?: Draws;
  readonly judgeNumber?: number;
  readonly judged?: JudgedTotals;
}

interface JudgeResult {
  readonly calibration: Calibration;
  /** In the order of the samples. */
  readonly rows: readonly CalibratedRow[];
}

/** Compares a judge with people. Metrics use the first answer to every sample, which is what a run would get. */
export function calibrateJudge(input: JudgeInput): JudgeResult {
  const { deck, target, scale, pass, thresholds, seesTurnOnly, repeat, variants, previous } = input;
  const { draws, judgeNumber, judged } = input;
  const answers = Map.groupBy(input.results, ({ sample }) => sample);
  const answered = input.samples.flatMap(({ sample, cluster }): readonly AnsweredSample[] => {
    const row = findRow(sample, answers.get(sample.id) ?? [], scale);
    // Two samples of one conversation, or of one case, say less than two of different ones.
    return row === undefined ? [] : [{ cluster: sample.group ?? cluster, row }];
  });
  const given = definedOnly({ thresholds, seesTurnOnly, variants, previous, draws, judgeNumber, judged });
  const core = toCalibration(answered, { scale, pass, repeat, ...given });
  return { calibration: { deck, target, ...core }, rows: answered.map(({ row }) => row) };
}

/** Undefined when the judge was not asked about it yet. */
function findRow(sample: Sample, results: readonly JudgedSample[], scale: Scale): CalibratedRow | undefined {
  const plain = results.filter(({ variant }) => variant === 'plain');
  const first = plain.find(({ repeat }) => repeat === 0);
  if (first === undefined) return undefined;
  const again = plain.filter(({ repeat }) => repeat > 0).sort((one, other) => one.repeat - other.repeat);
  const stated = toHumanScore(sample);
  const human = stated === undefined ? null : snapScore(stated, scale, `sample "${sample.id}"`);
  const { verdict, judgment } = first;
  return {
    sample: sample.id,
    human,
    judge: toScore(first, scale),
    tags: sample.tags,
    turns: sample.messages.filter(({ role }) => role === 'user').length,
    messages: sample.messages,
    again: again.map((result) => toScore(result, scale)),
    probed: toProbed(results, scale),
    ...definedOnly({
      cause: verdict.status === 'ungraded' ? verdict.cause : undefined,
      humanReason: findHumanReason(sample, human),
      judgeReason: verdict.reason,
      ratings: sample.ratings,
      judgment,
      selection: sample.selection,
    }),
  };
}

/** Older samples have no reason, but a description that says why. */
function findHumanReason({ reason, ratings, meta }: Sample, human: number | null): string | undefined {
  const rated = ratings?.find((rating) => rating.score === human && rating.reason);
  const described = typeof meta.description === 'string' ? meta.description : undefined;
  return reason ?? rated?.reason ?? (ratings === undefined ? described : undefined);
}

function toProbed(results: readonly JudgedSample[], scale: Scale): CalibratedRow['probed'] {
  const probed = results.filter(({ variant, repeat }) => variant !== 'plain' && repeat === 0);
  return Object.fromEntries(probed.map((result) => [result.variant, toScore(result, scale)]));
}

function toScore({ verdict, sample }: JudgedSample, scale: Scale): number | null {
  return verdict.status === 'graded' ? snapScore(verdict.score, scale, `the verdict on sample "${sample}"`) : null;
}
