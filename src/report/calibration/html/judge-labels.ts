import type { Calibration } from '../../../calibrate/calibration.ts';

/** Each judge by what tells it from the others: its model, its deck, or both. */
export function toJudgeLabels(judges: readonly Pick<Calibration, 'deck' | 'model'>[]): readonly string[] {
  const hasDecks = new Set(judges.map(({ deck }) => deck)).size > 1;
  const hasModels = new Set(judges.map(({ model }) => model)).size > 1;
  return judges.map(({ deck, model }) => {
    if (hasDecks === hasModels) return `${deck} · ${model}`;
    return hasDecks ? deck : model;
  });
}
