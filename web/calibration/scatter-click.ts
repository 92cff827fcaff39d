import { placeScatter, scatterSize } from '../../src/format/scatter-place.ts';
import type { AnswerRow, PageSamples } from './page-samples.ts';
import { toAddress } from './view-state.ts';

/** How far beside a point one may click, in pixels. */
const reachPx = 12;

/** A click on a point of a drawing opens its sample. The list under it does the same for keys. */
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

/** A place in the drawing, and how far from it a point may be, in its units. */
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
