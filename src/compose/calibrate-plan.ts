import type { CalibrationSpec } from '../conversation/judge/calibration.ts';
import type { SampleMessage } from '../conversation/sample.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { listQuestions, type SampledJudge } from '../run/calibrate-questions.ts';
import { type GradingPlan, GradingPlanner } from '../run/grading-plan.ts';
import { findPrice } from '../target/prices.ts';

/** What a calibration will ask, before it asks. `conversations`: samples, each counted once a deck. */
export function planCalibration(
  judges: readonly (SampledJudge & { readonly target: TargetSpec })[],
  spec: Pick<CalibrationSpec, 'repeat' | 'variants'>,
): GradingPlan {
  const planner = new GradingPlanner(findPrice);
  for (const { judge, sample, messages = sample.messages } of listQuestions(judges, spec)) {
    const asked = judges[judge];
    if (asked === undefined) continue;
    planner.add(asked.target, { calls: 1, characters: asked.deck.text.length + countCharacters(messages) });
  }
  const decks = new Map(judges.map(({ deck, samples }) => [deck, samples.length]));
  return planner.toPlan([...decks.values()].reduce((sum, count) => sum + count, 0));
}

function countCharacters(messages: readonly SampleMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}
