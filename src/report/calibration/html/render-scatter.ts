import type { PageJudge } from '../../../format/calibration-page.ts';
import { placeScatter, type ScatterPair, scatterSize, toScatterX, toScatterY } from '../../../format/scatter-place.ts';
import { toScoreText } from '../../../format/score-text.ts';
import type { GroupedSample } from './group-samples.ts';

/** More points than these are drawn small, so that a crowd does not become a block. */
const crowd = 1_000;

/** One path draws all points of a kind, so that thousands of them are one element of the page. */
interface Points {
  agreed: string;
  differs: string;
  flips: string;
}

/** Every compared sample at the scores of people (across) and judge (up). Shapes tell the kinds apart, not only colors. */
export function renderScatter(samples: readonly GroupedSample[], page: PageJudge, judge: number): string {
  const pairs = listPairs(samples, judge);
  const count = pairs.length;
  const head = `<figcaption><h3>Judge vs. people</h3><span class="note">Each point is a sample. On the diagonal both give the same score. Above it the judge is more lenient, below it stricter. Dashed lines: the passing score. Click a point to open its sample.</span></figcaption>`;
  if (count === 0) return `<figure>${head}<p class="note">No samples to compare.</p></figure>\n`;
  const isDense = count > crowd;
  const points = drawPoints(pairs, page, isDense ? 1.3 : 3);
  const { width, height } = scatterSize;
  const label = `Judge vs. people, ${count.toLocaleString('en')} samples. The list below has the largest disagreements.`;
  const marks = `<path class="point agreed" d="${points.agreed}"/><path class="point differs" d="${points.differs}"/><path class="point flips" d="${points.flips}"/>`;
  const svg = `<svg class="plot scatter${isDense ? ' dense' : ''}" data-judge="${judge}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${renderAxes(page)}${marks}</svg>`;
  const list = `<details class="folded farthest" data-judge="${judge}"><summary>Largest disagreements</summary></details>`;
  return `<figure>${head}${svg}${legend}${list}</figure>\n`;
}

function listPairs(samples: readonly GroupedSample[], judge: number): readonly ScatterPair[] {
  return samples.flatMap(({ answers }) => {
    const row = answers.find((answer) => answer.judge === judge)?.row;
    if (row === undefined || row.human === null || row.judge === null) return [];
    return [{ human: row.human, said: row.judge }];
  });
}

/** `arm`: half the width of a cross. */
function drawPoints(pairs: readonly ScatterPair[], page: PageJudge, arm: number): Points {
  const points: Points = { agreed: '', differs: '', flips: '' };
  const cross = `m${-arm}-${arm}l${2 * arm} ${2 * arm}m0-${2 * arm}l-${2 * arm} ${2 * arm}`;
  const places = placeScatter(pairs, page);
  for (const [index, { human, said }] of pairs.entries()) {
    const { x, y } = places[index] ?? { x: 0, y: 0 };
    const place = `M${x.toFixed(1)} ${y.toFixed(1)}`;
    if (human >= page.pass !== said >= page.pass) points.flips += `${place}${cross}`;
    else if (human === said) points.agreed += `${place}h0`;
    else points.differs += `${place}h0`;
  }
  return points;
}

/** Scores that are written along an axis, at most. */
const mostTicks = 9;

function renderAxes(page: PageJudge): string {
  const { scale, step, pass: passMark } = page;
  const ticks = listTicks(scale, step);
  const { left, top, inner, height } = scatterSize;
  const at = (score: number) => ({ x: toScatterX(score, page), y: toScatterY(score, page) });
  const lines = ticks.map((score) => {
    const { x, y } = at(score);
    return `<text x="${x.toFixed(1)}" y="${top + inner + 15}" text-anchor="middle">${toScoreText(score)}</text><text x="${left - 6}" y="${(y + 4).toFixed(1)}" text-anchor="end">${toScoreText(score)}</text>`;
  });
  // Between the last score that fails and the passing score itself, where there are steps.
  const mark = at(passMark - step / 2);
  const frame = `<rect class="grid" x="${left}" y="${top}" width="${inner}" height="${inner}"/>`;
  const same = `<path class="same" d="M${left} ${top + inner}L${left + inner} ${top}"/>`;
  const pass = `<path class="passing-score" d="M${mark.x.toFixed(1)} ${top}v${inner}M${left} ${mark.y.toFixed(1)}h${inner}"/>`;
  const titles = `<text class="axis" x="${left + inner / 2}" y="${height - 4}" text-anchor="middle">people</text><text class="axis" transform="translate(12 ${top + inner / 2}) rotate(-90)" text-anchor="middle">judge</text>`;
  return `${frame}${same}${pass}${lines.join('')}${titles}`;
}

function listTicks([least, greatest]: PageJudge['scale'], step: number): readonly number[] {
  if (greatest === least) return [least];
  const steps = step === 0 ? 4 : Math.round((greatest - least) / step);
  const every = Math.ceil(steps / (mostTicks - 1));
  const size = (greatest - least) / steps;
  return Array.from({ length: Math.floor(steps / every) + 1 }, (_, place) => least + place * every * size);
}

const legend = `<ul class="legend"><li><svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path class="point agreed" d="M6 6h0"/></svg> same score</li><li><svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path class="point differs" d="M6 6h0"/></svg> different score</li><li><svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path class="point flips" d="M6 6m-3-3l6 6m0-6l-6 6"/></svg> passing score crossed</li></ul>`;
