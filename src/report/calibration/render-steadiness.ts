import { wrap } from '../../base/wrap.ts';
import type { Retest } from '../../calibrate/calibration.ts';
import { renderMetric } from '../../calibrate/render-metric.ts';
import type { CalibrationStyle, ReportedDeck, ReportedJudge } from './calibration-report.ts';
import { renderProbes } from './render-probes.ts';

/** How stable a judge is: asked again, and asked about changed conversations. */
export function renderSteadiness(
  judge: ReportedJudge,
  deck: Pick<ReportedDeck, 'seesTurnOnly'>,
  style: CalibrationStyle,
): readonly (readonly string[])[] {
  const { retest } = judge.calibration;
  const again =
    retest === null
      ? []
      : wrap(renderRetest(retest), style.width - 2).map((line, index) => (index === 0 ? line : `  ${line}`));
  return [again, renderProbes(judge, deck, style)];
}

function renderRetest({ repeats, changed, flipped }: Retest): string {
  return `Test–retest, ${repeats} repeats: share of samples with a changed score ${renderMetric(changed, { isRate: true })}, flipped between pass and fail ${renderMetric(flipped, { isRate: true })}.`;
}
