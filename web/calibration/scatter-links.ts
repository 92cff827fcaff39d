import { placeScatter, scatterSize } from '../../src/format/scatter-place.ts';
import { toScoreText } from '../../src/format/score-text.ts';
import { element, toShown } from '../page/element.ts';
import { findDistance, judgeOf, kindMarkOf } from './answer-facts.ts';
import { orderAnswers } from './answer-order.ts';
import type { AnswerRow, PageSamples } from './page-samples.ts';
import { toAddress } from './view-state.ts';

/** The largest distance from a point at which a click still counts. */
const reachPx = 12;

/** Opens the sample of a point when it is clicked. The list below the plot offers the same to keyboard users. */
export function listenToScatter(samples: PageSamples): void {
  for (const drawing of document.querySelectorAll<SVGSVGElement>('svg.scatter')) {
    const judge = Number(drawing.getAttribute('data-judge'));
    drawing.addEventListener('click', (event) => {
      const box = drawing.getBoundingClientRect();
      const unit = scatterSize.width / box.width;
      const at = { x: (event.clientX - box.left) * unit, y: (event.clientY - box.top) * unit };
      const row = findNearest({ ...at, reach: reachPx * unit }, judge, samples);
      if (row !== undefined) location.hash = toAddress({ text: '', kinds: [], judge, open: row.number });
    });
  }
}

/** A position in the plot and the search radius around it, in units of the plot. */
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

function findNearest({ x, y, reach }: Spot, judge: number, { rows, judges }: PageSamples): AnswerRow | undefined {
  const page = judges[judge];
  if (page === undefined) return undefined;
  const drawn = rows.flatMap((row) => {
    const { human, said } = row;
    return row.judge !== judge || human === null || said === null ? [] : [{ row, human, said }];
  });
  let nearest: AnswerRow | undefined;
  let least = reach;
  for (const [index, point] of placeScatter(drawn, page).entries()) {
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance > least) continue;
    least = distance;
    nearest = drawn[index]?.row;
  }
  return nearest;
}

/** The number of samples in the list below a plot. */
const shown = 20;

/** Fills the list below each plot when it is expanded: the samples with the largest differences, for keyboard users. */
export function listFarthest(samples: PageSamples): void {
  for (const host of document.querySelectorAll<HTMLElement>('.farthest')) {
    host.addEventListener('toggle', () => host.append(listOf(Number(host.getAttribute('data-judge')), samples)), {
      once: true,
    });
  }
}

function listOf(judge: number, { rows, judges }: PageSamples): HTMLElement {
  const own = rows.filter((row) => row.judge === judge && row.human !== null && row.said !== null);
  const worst = orderAnswers(own, judges)(undefined).slice(0, shown);
  const items = worst.map((row) => {
    const link = element('a', { href: toAddress({ text: '', kinds: [], judge, open: row.number }) }, toShown(row.id));
    return element('li', {}, kindMarkOf(row, judgeOf(row, judges)), ' ', link, ` ${toWords(row)}`);
  });
  return element('ol', {}, ...items);
}

function toWords(row: AnswerRow): string {
  return `people ${toScoreText(row.human ?? 0)}, judge ${toScoreText(row.said ?? 0)}: ${findDistance(row) ?? ''}`;
}
