import type { Calibration } from '../../../calibrate/calibration.ts';

/** Each judge by what tells it from the others: its target, its deck, or both. */
export function toJudgeLabels(judges: readonly Pick<Calibration, 'deck' | 'target'>[]): readonly string[] {
  const hasDecks = new Set(judges.map(({ deck }) => deck)).size > 1;
  const hasTargets = new Set(judges.map(({ target }) => target)).size > 1;
  return judges.map(({ deck, target }) => {
    if (hasDecks === hasTargets) return `${deck} · ${target}`;
    return hasDecks ? deck : target;
  });
}
