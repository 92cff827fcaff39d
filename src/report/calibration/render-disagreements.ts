import type { Calibration, Disagreement } from '../../calibrate/calibration.ts';
import { cutLine, toLine } from '../one-line.ts';
import { quoteArgument } from '../quote-argument.ts';
import type { CalibrationStyle, ReportedDeck } from './calibration-report.ts';
import { renderDifference, renderScore } from './render-title.ts';

const shownDisagreements = 5;
const longestReason = 300;
const longestName = 60;

/** The samples on which judge and people are furthest apart, both reasons with each, and how to see them whole. */
export function renderDisagreements(
  { model, disagreements }: Calibration,
  { file, ownSamples }: Pick<ReportedDeck, 'file' | 'ownSamples'>,
  { palette, width }: CalibrationStyle,
): readonly string[] {
  const [worst] = disagreements;
  if (worst === undefined) return [];
  const shown = disagreements.slice(0, shownDisagreements);
  const count =
    disagreements.length > shown.length ? `${shown.length} worst of ${disagreements.length}` : `${shown.length}`;
  const request = ownSamples.has(worst.sample)
    ? [`what it was asked: turnwise show ${quoteArgument(file)} --sample ${quoteArgument(worst.sample)}`]
    : [];
  return [
    palette.dim(`disagreements of ${toLine(model)} with people (${count})`),
    ...shown.flatMap((disagreement) => renderOne(disagreement, model, width).map(toPaint(disagreement, palette))),
    ...['whole conversations: --html <file>', ...request].map(palette.dim),
  ];
}

function renderOne(disagreement: Disagreement, model: string, width: number): readonly string[] {
  const { sample, human, judge, difference, flips, human_reason, judge_reason } = disagreement;
  const names = ['people', toLine(model)];
  const nameWidth = Math.max(...names.map((name) => name.length));
  const head = `  ${cutLine(toLine(sample), longestName)}  people ${renderScore(human)}, judge ${renderScore(judge)} (${renderDifference(difference)}${flips ? ', over the pass mark' : ''})`;
  const reasons = [human_reason, judge_reason].map((reason, index) => {
    const text = reason === undefined || reason.trim() === '' ? 'no reason' : toLine(reason).trim();
    const line = `    ${(names[index] ?? '').padEnd(nameWidth)}  ${cutLine(text, longestReason)}`;
    return cutLine(line, width);
  });
  return [head, ...reasons];
}

/** The first of its three lines stands out, the reasons do not. */
function toPaint({ flips }: Disagreement, palette: CalibrationStyle['palette']) {
  return (line: string, index: number) => {
    if (index > 0) return line;
    return flips ? palette.red(line) : palette.yellow(line);
  };
}
