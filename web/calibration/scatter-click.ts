import { scatterSize, toScatterPoint } from '../../src/format/scatter-place.ts';
import type { AnswerRow, PageSamples } from './page-samples.ts';
import { toAddress } from './view-state.ts';

/** How far beside a point one may click, in units of the drawing. */
const reach = 9;

/** A click on a point of a drawing opens its sample. The list under it does the same for keys. */
export function listenToScatter(samples: PageSamples): void {
  for (const drawing of document.querySelectorAll<SVGSVGElement>('svg.scatter')) {
    const judge = Number(drawing.getAttribute('data-judge'));
    drawing.addEventListener('click', (event) => {
      const box = drawing.getBoundingClientRect();
      const unit = scatterSize.width / box.width;
      const at = { x: (event.clientX - box.left) * unit, y: (event.clientY - box.top) * unit };
      const row = findNearest(at, judge, samples);
      if (row !== undefined) location.hash = toAddress({ text: '', kinds: [], judge, open: row.number });
    });
  }
}

function findNearest(
  at: { readonly x: number; readonly y: number },
  judge: number,
  { rows, judges }: PageSamples,
): AnswerRow | undefined {
  const page = judges[judge];
  if (page === undefined) return undefined;
  let nearest: AnswerRow | undefined;
  let least = reach;
  for (const row of rows) {
    const { human, said, sample } = row;
    if (row.judge !== judge || human === null || said === null) continue;
    const { x, y } = toScatterPoint({ human, said, sample }, page);
    const distance = Math.hypot(x - at.x, y - at.y);
    if (distance > least) continue;
    least = distance;
    nearest = row;
  }
  return nearest;
}
