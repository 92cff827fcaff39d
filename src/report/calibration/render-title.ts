import type { FigureName } from '../../calibrate/figure-names.ts';
import { figureTitles } from '../../calibrate/figure-titles.ts';
import { toScoreText } from '../../format/score-text.ts';

const meanings: Readonly<Partial<Record<FigureName, string>>> = {
  bias: 'judge − people',
  tpr: 'good passed',
  tnr: 'bad caught',
};

/** A figure with what it means, where its name does not say it: `TNR (bad caught)`. */
export function renderTitle(name: FigureName): string {
  const meaning = meanings[name];
  return meaning === undefined ? figureTitles[name] : `${figureTitles[name]} (${meaning})`;
}

/** `+2`, `−1`. */
export function renderDifference(difference: number): string {
  const rounded = Number(difference.toFixed(2));
  return rounded > 0 ? `+${rounded}` : toScoreText(rounded);
}
