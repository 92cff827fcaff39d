import { padRight, toWidest } from '../../base/terminal-text.ts';
import type { Calibration, Disagreement } from '../../calibrate/calibration.ts';
import { toScoreText } from '../../format/score-text.ts';
import { quoteArgument } from '../../format/transcript.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { CalibrationStyle, ReportedDeck } from './calibration-report.ts';
import { renderDifference } from './render-title.ts';

const shownDisagreements = 5;
const longestReason = 300;
const longestName = 60;

/** The samples on which judge and people are furthest apart, both reasons with each, and how to see them whole. */
export function renderDisagreements(
  { target, disagreements }: Calibration,
  { file, ownSamples }: Pick<ReportedDeck, 'file' | 'ownSamples'>,
  { palette, width, hasPage = false }: CalibrationStyle,
): readonly string[] {
  if (disagreements.length === 0) return [];
  const shown = disagreements.slice(0, shownDisagreements);
  const count =
    disagreements.length > shown.length ? `${shown.length} worst of ${disagreements.length}` : `${shown.length}`;
  const own = shown.find(({ sample }) => ownSamples.has(sample));
  const hints = [
    ...(hasPage ? [] : ['full conversations: --html <file>']),
    ...(own === undefined
      ? []
      : [`exact judge request: turnwise preview ${quoteArgument(file)} --sample ${quoteArgument(own.sample)}`]),
  ];
  return [
    palette.dim(`disagreements between ${toLine(target)} and people (${count})`),
    ...shown.flatMap((disagreement) => renderOne(disagreement, target, width).map(toPaint(disagreement, palette))),
    ...hints.map(palette.dim),
  ];
}

function renderOne(disagreement: Disagreement, target: string, width: number): readonly string[] {
  const { sample, human, judge, difference, flips, judgeReason } = disagreement;
  const names = ['people', toLine(target)];
  const nameWidth = toWidest(names);
  const head = `  ${cutLine(toLine(sample), longestName)}  people ${toScoreText(human)}, judge ${toScoreText(judge)} (${renderDifference(difference)}${flips ? ', pass vs. fail' : ''})`;
  const reasons = [renderPeople(disagreement), judgeReason].map((reason, index) => {
    const text = reason.trim() === '' ? 'no reason' : toLine(reason).trim();
    const line = `    ${padRight(names[index] ?? '', nameWidth)}  ${cutLine(text, longestReason)}`;
    return cutLine(line, width);
  });
  return [head, ...reasons];
}

/** Several raters with what each gave and said: `ann 5: kept it · ben 4`. */
function renderPeople({ humanReason = '', ratings = [] }: Disagreement): string {
  if (ratings.length < 2) return humanReason.trim() === '' ? (ratings[0]?.reason ?? '') : humanReason;
  const each = ratings.map(({ rater, score, reason = '' }) => {
    const given = `${rater} ${toScoreText(score)}`;
    return reason.trim() === '' ? given : `${given}: ${reason.trim()}`;
  });
  const list = each.join(' · ');
  const isOfRater = humanReason.trim() === '' || ratings.some(({ reason }) => reason === humanReason);
  return isOfRater ? list : `${humanReason.trim()} (${list})`;
}

/** The first of its three lines is highlighted, the reasons are not. */
function toPaint({ flips }: Disagreement, palette: CalibrationStyle['palette']) {
  return (line: string, index: number) => {
    if (index > 0) return line;
    return flips ? palette.red(line) : palette.yellow(line);
  };
}
