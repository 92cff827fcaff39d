import { wrap } from '../../base/wrap.ts';
import type { Retest } from '../../calibrate/calibration.ts';
import { renderMetric } from '../../calibrate/render-metric.ts';
import type { CalibrationStyle, ReportedDeck, ReportedJudge } from './calibration-report.ts';
import { renderProbes } from './render-probes.ts';

/** How a judge answers when it is asked again, and when what it is asked about was changed. */
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
  const crossed = `it went across the pass mark on ${renderMetric(flipped)}`;
  return `Asked ${repeats} times: its score changed on ${renderMetric(changed)} of the samples, and ${crossed}.`;
}
