import { toSignedPoints } from '../../base/percent.ts';
import { wrap } from '../../base/terminal-text.ts';
import type { Calibration } from '../../calibrate/calibration.ts';
import type { JudgeSwap } from '../../calibrate/swap-judges.ts';
import { gateStateTitles } from '../../conversation/certificate.ts';
import { countLines, joinBlocks, toLineLimit } from '../fit-lines.ts';
import { cutLine, toLine } from '../one-line.ts';
import { renderTable } from '../render-table.ts';
import type { CalibrationReport, CalibrationStyle, ReportedDeck } from './calibration-report.ts';
import { nameDecks, nameJudges } from './judge-names.ts';
import { renderCached } from './render-around.ts';
import { paintVerdict, renderFlips, renderMargin, renderNext, verdictTitles } from './swap-words.ts';

/** Several new judges on one screen: a line for each, what the lines leave out, where they differ, what to do next. */
export function renderShortSwaps(
  swaps: readonly JudgeSwap[],
  report: CalibrationReport,
  style: CalibrationStyle,
): string {
  const { palette, width } = style;
  const placed = placeSwaps(swaps, report);
  const { lines } = renderTable(
    Array.from({ length: 5 }, () => ({ head: '' })),
    placed.map(({ swap, name, calibration }) => [
      ...[name, renderShortVerdict(swap)],
      ...swap.classes.map(({ rate, difference: { value } }) => `${rate.toUpperCase()} ${renderChange(value)}`),
      `gate: ${gateStateTitles[calibration.gate.state]}`,
    ]),
  );
  const verdicts = [
    ...lines.map((line, index) => paintVerdict(placed[index]?.swap.verdict, cutLine(line, width), palette)),
    ...renderCached(report, style),
  ];
  const about = wrap(describeShort(swaps), width).map(palette.dim);
  const next = report.decks.flatMap((deck) => {
    const ofDeck = placed.filter((one) => one.deck === deck).map(({ swap }) => swap);
    const lead = report.decks.length > 1 ? `Next for ${nameDeck(deck, report)}` : 'Next';
    return renderNext(ofDeck, { deck, report, style, lead });
  });
  const flips = swaps.flatMap((swap) => swap.flips.map((flip) => ({ swap, flip })));
  const room = toLineLimit(swaps.length) - countLines([verdicts, about, next]) - 1;
  return joinBlocks([verdicts, about, room < 2 ? [] : renderFlips(flips, room, style), next]);
}

interface PlacedSwap {
  readonly swap: JudgeSwap;
  readonly deck: ReportedDeck;
  readonly name: string;
  readonly calibration: Calibration;
}

/** In the order of the decks. */
function placeSwaps(swaps: readonly JudgeSwap[], { decks }: CalibrationReport): readonly PlacedSwap[] {
  const names = nameJudges(decks);
  const judges = decks.flatMap((deck) => deck.judges.map(({ calibration }) => ({ deck, calibration })));
  return judges.flatMap(({ deck, calibration }, index) => {
    const swap = swaps.find((one) => one.deck === calibration.deck && one.new === calibration.target);
    return swap === undefined ? [] : [{ swap, deck, calibration, name: names[index] ?? '' }];
  });
}

function nameDeck(deck: ReportedDeck, { decks }: CalibrationReport): string {
  return nameDecks(decks.map(({ file }) => file))[decks.indexOf(deck)] ?? toLine(deck.file);
}

function renderShortVerdict({ verdict, classes }: JudgeSwap): string {
  const names = classes.filter((one) => one.verdict === verdict).map(({ rate }) => rate.toUpperCase());
  return verdict === 'not-worse' ? verdictTitles[verdict] : `${verdictTitles[verdict]} on ${names.join(' and ')}`;
}

function renderChange(value: number | null): string {
  return value === null ? '–' : `${toSignedPoints(value)} pp`;
}

/** What the numbers of each line are, and what must not be missed of what is left out. */
function describeShort(swaps: readonly JudgeSwap[]): string {
  const [first] = swaps;
  if (first === undefined) return '';
  const hasMissing = swaps.some(({ classes }) => classes.some(({ missing }) => missing.old + missing.new > 0));
  const missing = hasMissing ? ' Some samples have no verdict.' : '';
  const limit = `"Not worse" allows ${renderMargin(first.margin)}.`;
  return `TPR and TNR: new judge − ${toLine(first.old)}. ${limit}${missing} Intervals, p-values and notes: --verbose`;
}
