import { quoteValue } from '../base/explain-issue.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import { findScaleFlaw } from '../conversation/judge/scale.ts';

/** The scores of a scale, worst first: 0, 0.1, 0.2, … without what binary fractions add. None without steps. */
export function listScores(scale: Scale): readonly number[] {
  const { min, max, step } = scale;
  if (step === 0) return [];
  return Array.from({ length: Math.round((max - min) / step) + 1 }, (_, place) => toScoreAt(place, scale));
}

/** Place of a score among those of its scale, which must have steps. */
export function toScorePlace(score: number, { min, step }: Scale): number {
  return Math.round((score - min) / step);
}

/**
 * A score as the scale has it: 0.1 + 0.2 is 0.3, so that equal scores are equal. Throws a RangeError that names
 * `subject` for one that is not on the scale.
 */
export function snapScore(score: number, scale: Scale, subject: string): number {
  const flaw = findScaleFlaw(score, scale);
  if (flaw !== undefined) throw new RangeError(`the score ${renderGiven(score)} of ${subject} ${flaw}`);
  // Zero has one sign only: JSON knows no other.
  return (scale.step === 0 ? score : toScoreAt(toScorePlace(score, scale), scale)) + 0;
}

function toScoreAt(place: number, { min, step }: Scale): number {
  // Whole numbers have no noise to round off, which is slow.
  if (Number.isSafeInteger(min) && Number.isSafeInteger(step)) return min + place * step + 0;
  return Number((min + place * step).toPrecision(12)) + 0;
}

/** Callers without types may pass "2": its quotes are what is wrong with it. */
function renderGiven(score: unknown): string {
  return typeof score === 'string' ? quoteValue(score) : String(score);
}
