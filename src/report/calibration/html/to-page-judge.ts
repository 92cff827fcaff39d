import type { PageJudge } from '../../../format/calibration-page.ts';
import type { ReportedJudge } from './calibration-html-input.ts';

/** What the page needs to know of a judge. A scale without steps has no ends here: those of the given scores stand in. */
export function toPageJudge({ calibration, rows }: ReportedJudge, label: string): PageJudge {
  const { confusion, pass } = calibration;
  const [least, next] = confusion.labels;
  const greatest = confusion.labels.at(-1);
  if (least !== undefined && greatest !== undefined) {
    return { name: label, pass, scale: [least, greatest], step: next === undefined ? 0 : next - least };
  }
  let [low, high] = [pass, pass];
  for (const { human, judge } of rows) {
    low = Math.min(low, human ?? low, judge ?? low);
    high = Math.max(high, human ?? high, judge ?? high);
  }
  return { name: label, pass, scale: [low, high], step: 0 };
}
