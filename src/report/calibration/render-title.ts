import { type MetricName, metricTitles } from '../../calibrate/metric-names.ts';
import { toScoreText } from '../../format/score-text.ts';

const meanings: Readonly<Partial<Record<MetricName, string>>> = {
  bias: 'judge − people',
  tpr: 'good passed',
  tnr: 'bad caught',
};

/** A metric with what it means, where its name does not say it: `TNR (bad caught)`. */
export function renderTitle(name: MetricName): string {
  const meaning = meanings[name];
  return meaning === undefined ? metricTitles[name] : `${metricTitles[name]} (${meaning})`;
}

/** `+2`, `−1`. */
export function renderDifference(difference: number): string {
  const rounded = Number(difference.toFixed(2));
  return rounded > 0 ? `+${rounded}` : toScoreText(rounded);
}
