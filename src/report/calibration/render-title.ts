import { toScoreText } from '../../format/score-text.ts';
import { type MetricName, toDeclaration } from '../../statistics/metric-table.ts';

/** A metric with what it means, where its name does not say it: `TNR (bad caught)`. */
export function renderTitle(name: MetricName): string {
  const { title, note } = toDeclaration(name);
  return note === undefined ? title : `${title} (${note})`;
}

/** `+2`, `−1`. */
export function renderDifference(difference: number): string {
  const rounded = Number(difference.toFixed(2));
  return rounded > 0 ? `+${rounded}` : toScoreText(rounded);
}
