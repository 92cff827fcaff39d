import { canProbe, toDemandedScore } from '../../calibrate/probe-variants.ts';
import type { CalibrationSpec, Variant } from '../../conversation/judge/calibration.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import type { Sample, SampleMessage } from '../../conversation/sample.ts';
import { toVariant } from '../../grade/judge/judge-sample.ts';
import { selectSeen, toSeenMessage } from '../../grade/judge/judge-view.ts';
import type { DeckJudge } from '../../judges/calibrated-deck.ts';
import type { ResultKey } from '../../store/calibration-port.ts';

/** A deck with its samples. */
interface SampledJudge {
  readonly deck: Deck;
  readonly samples: readonly Sample[];
}

/** One question to one judge. */
interface CalibrateQuestion extends Omit<ResultKey, 'sample'> {
  readonly sample: Sample;
  /** The messages that a probe shows instead of the sample's own. */
  readonly messages?: readonly SampleMessage[];
}

/** One question, and the judge to ask. */
export interface CalibrateTask {
  readonly question: CalibrateQuestion;
  readonly judge: DeckJudge;
}

/** Every question without a recorded answer. */
export function* listCalibrateTasks(
  judges: readonly DeckJudge[],
  spec: Pick<CalibrationSpec, 'repeat' | 'variants'>,
  recorded: { has(key: ResultKey): boolean },
): Generator<CalibrateTask> {
  for (const question of listQuestions(judges.map(toSampledJudge), spec)) {
    const judge = judges[question.judge];
    if (judge !== undefined && !recorded.has(toResultKey(question))) yield { question, judge };
  }
}

export function toResultKey({ judge, sample, repeat, variant }: CalibrateQuestion): ResultKey {
  return { judge, sample: sample.id, repeat, variant };
}

function toSampledJudge({ deck: { deck, samples } }: DeckJudge): SampledJudge {
  return { deck, samples: samples.map(({ sample }) => sample) };
}

/**
 * Every question, in order: first answers, then repeats, then probes, because metrics use first answers. Judges take
 * turns, so that all of them progress together. A probe is asked once, and only if it changes what the judge sees.
 */
export function* listQuestions(
  judges: readonly SampledJudge[],
  { repeat, variants }: Pick<CalibrationSpec, 'repeat' | 'variants'>,
): Generator<CalibrateQuestion> {
  const most = Math.max(0, ...judges.map(({ samples }) => samples.length));
  for (const round of listRounds(repeat, variants)) {
    for (let place = 0; place < most; place += 1) {
      for (const [judge, { deck, samples }] of judges.entries()) {
        const sample = samples[place];
        const shown = sample === undefined ? undefined : toShown(sample, deck, round.variant);
        if (sample !== undefined && shown !== undefined) yield { judge, sample, ...round, ...shown };
      }
    }
  }
}

function listRounds(repeat: number, variants: readonly Variant[]): readonly Pick<ResultKey, 'repeat' | 'variant'>[] {
  return variants.flatMap((variant) => {
    return Array.from({ length: variant === 'plain' ? repeat : 1 }, (_, index) => ({ repeat: index, variant }));
  });
}

/** Undefined: the judge would see the same as without the probe. */
function toShown(sample: Sample, deck: Deck, variant: Variant): Pick<CalibrateQuestion, 'messages'> | undefined {
  if (variant === 'plain') return {};
  if (!canProbe(sample, variant)) return undefined;
  const messages = toVariant(sample.messages, variant, {
    seed: sample.id,
    demanded: toDemandedScore(sample, deck.scale),
  });
  const toSeen = (shown: readonly SampleMessage[]) => JSON.stringify(listSeen(shown, deck));
  return toSeen(messages) === toSeen(sample.messages) ? undefined : { messages };
}

function listSeen(messages: readonly SampleMessage[], deck: Deck) {
  const turns = messages.map((message) => ({ turnIndex: 0, message: toSeenMessage(message, message.content) }));
  return selectSeen(turns, deck).map(({ message }) => message);
}
