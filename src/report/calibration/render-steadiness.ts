import { wrap } from '../../base/wrap.ts';
import type { Calibration, ProbeResult, Retest } from '../../calibrate/calibration.ts';
import { renderFigure } from '../../calibrate/render-figure.ts';
import { toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import type { CalibrationStyle } from './calibration-report.ts';

/** How a judge answers when it is asked again, and when what it is asked about was changed. */
export function renderSteadiness(
  { retest, probes }: Calibration,
  { palette, width }: CalibrationStyle,
): readonly string[] {
  const told = (text: string) => wrap(text, width - 2).map((line, index) => (index === 0 ? line : `  ${line}`));
  return [
    ...(retest === null ? [] : told(renderRetest(retest))),
    ...probes.flatMap((probe) => told(renderProbe(probe)).map(toProbePaint(probe, palette))),
  ];
}

function renderRetest({ repeats, changed, flipped }: Retest): string {
  const crossed = `it crossed the pass mark on ${renderFigure(flipped)}`;
  return `Asked ${repeats} times: its score changed on ${renderFigure(changed)} of the samples, and ${crossed}.`;
}

const variants: Readonly<Record<ProbeResult['variant'], string>> = {
  'last-turn': 'no history',
  shuffled: 'shuffled',
  injected: 'injected',
};

function renderProbe({ variant, flipped, says }: ProbeResult): string {
  const crossed = flipped.value === null ? '' : ` Over the pass mark: ${renderFigure(flipped)}.`;
  return `probe ${variants[variant]}: ${toLine(says)}${crossed}`;
}

function toProbePaint({ finding }: ProbeResult, palette: Palette) {
  if (finding === 'steered') return palette.red;
  return finding === 'unmoved' || finding === 'too few' ? palette.yellow : palette.green;
}
