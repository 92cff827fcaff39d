import type { Calibration, ConfusionMatrix } from '../../../calibrate/calibration.ts';
import { toScoreText } from '../../../format/score-text.ts';
import { toCount } from '../../html/render-estimate-html.ts';

/** Shades besides none; the style sheet has one for each. */
const shades = 8;

/**
 * What the judge said (columns) by what people said (rows): a number in every cell, and a shade for its share of the
 * row. The passing score is a line across and down; cells lead to their samples.
 */
export function renderHeatMap({ confusion, pass, compared }: Calibration, judge: number): string {
  const head = `<figcaption><h3>Confusion matrix</h3><span class="note">Rows: people. Columns: the judge. They agree on the diagonal. Stronger color: larger share of the row. Thick lines: the passing score, ${toScoreText(pass)}. In the top right and bottom left corners, they disagree about passing. Click a number to see its samples.</span></figcaption>`;
  if (compared === 0) return `<figure>${head}<p class="note">No samples to compare.</p></figure>\n`;
  if (confusion.labels.length === 0) {
    return `<figure>${head}<p class="note">The scale has no steps. See the scatter plot.</p></figure>\n`;
  }
  const matrix = toBinnedMatrix(confusion, pass);
  return `<figure>${head}<div class="frame" tabindex="0" role="region" aria-label="Confusion matrix">${renderMatrix(matrix, judge)}</div></figure>\n`;
}

function renderMatrix({ bins, rows }: BinnedMatrix, judge: number): string {
  const heads = bins.map((bin, place) => `<th scope="col"${classOf([toEdge(bins, place)])}>${renderBin(bin)}</th>`);
  const body = bins.map((bin, row) => {
    const counts = rows[row] ?? [];
    const total = counts.reduce((sum, count) => sum + count, 0);
    const cells = counts.map((count, column) => renderCell({ count, total, bins, row, column, judge }));
    const edge = classOf([bin.isPass && bins[row - 1]?.isPass === false ? 'mark-row' : '']);
    return `<tr${edge}><th scope="row">${renderBin(bin)}</th>${cells.join('')}<td class="total">${toCount(total)}</td></tr>`;
  });
  return `<table class="heat"><caption>people ↓ &nbsp; judge →</caption><thead><tr><th scope="col"><span class="aside">people</span></th>${heads.join('')}<th scope="col" class="total">all</th></tr></thead><tbody>${body.join('')}</tbody></table>`;
}

interface Cell {
  readonly count: number;
  /** Total of its row. */
  readonly total: number;
  readonly bins: readonly ScoreBin[];
  readonly row: number;
  readonly column: number;
  readonly judge: number;
}

function renderCell({ count, total, bins, row, column, judge }: Cell): string {
  const shade = count === 0 ? 0 : Math.max(1, Math.round((count / total) * shades));
  const classes = classOf([`h${shade}`, row === column ? 'same' : '', toEdge(bins, column)]);
  const [human, said] = [bins[row], bins[column]];
  if (count === 0 || human === undefined || said === undefined) return `<td${classes}>·</td>`;
  const link = new URLSearchParams({ judge: String(judge), human: toSpan(human), said: toSpan(said) });
  const title = `people ${renderBin(human)}, judge ${renderBin(said)}: ${toCount(count)} of ${toCount(total)}`;
  const address = link.toString().replaceAll('&', '&amp;');
  return `<td${classes}><a href="#${address}" title="${title}">${toCount(count)}</a></td>`;
}

/** The first column that passes has the passing score at its left. */
function toEdge(bins: readonly ScoreBin[], place: number): string {
  return bins[place]?.isPass === true && bins[place - 1]?.isPass === false ? 'mark-column' : '';
}

function classOf(names: readonly string[]): string {
  const given = names.filter((name) => name !== '');
  return given.length === 0 ? '' : ` class="${given.join(' ')}"`;
}

/** As the address of the page says it. */
function toSpan({ from, to }: ScoreBin): string {
  return from === to ? String(from) : `${from}..${to}`;
}

function renderBin({ from, to }: ScoreBin): string {
  return from === to ? toScoreText(from) : `${toScoreText(from)}…${toScoreText(to)}`;
}

/** Larger tables are not readable. */
const mostBins = 12;

/** Neighboring scores that are shown as one. */
interface ScoreBin {
  readonly from: number;
  readonly to: number;
  readonly isPass: boolean;
}

interface BinnedMatrix {
  readonly bins: readonly ScoreBin[];
  /** `rows[human][judge]`. */
  readonly rows: readonly (readonly number[])[];
}

/** The matrix as it is drawn: on a fine scale neighbors are put together, but never across the passing score. */
export function toBinnedMatrix({ labels, rows }: ConfusionMatrix, pass: number): BinnedMatrix {
  const size = Math.ceil(labels.length / mostBins);
  const places = labels.map((_, place) => place);
  const failing = places.filter((place) => (labels[place] ?? 0) < pass);
  const groups = [...listGroups(failing, size), ...listGroups(places.slice(failing.length), size)];
  const bins = groups.map((group) => {
    const [from, to] = [labels[group[0] ?? 0] ?? 0, labels[group.at(-1) ?? 0] ?? 0];
    return { from, to, isPass: from >= pass };
  });
  const sumOf = (human: readonly number[], judge: readonly number[]) =>
    human.reduce((sum, row) => sum + judge.reduce((part, column) => part + (rows[row]?.[column] ?? 0), 0), 0);
  return { bins, rows: groups.map((human) => groups.map((judge) => sumOf(human, judge))) };
}

function listGroups(places: readonly number[], size: number): readonly (readonly number[])[] {
  const count = Math.ceil(places.length / Math.max(1, size));
  return Array.from({ length: count }, (_, group) => places.slice(group * size, (group + 1) * size));
}
