import { compareText } from '../base/compare-text.ts';
import { definedOnly } from '../base/defined-only.ts';
import type { ComparedSample } from './answered-sample.ts';
import type { Disagreement } from './calibration.ts';

/** The samples on which judge and humans differ: the farthest apart first, of those the flips, then by id. */
export function listDisagreements(samples: readonly ComparedSample[], pass: number): readonly Disagreement[] {
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
