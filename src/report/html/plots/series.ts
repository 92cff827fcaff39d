/** Variants that are drawn; more lines than these could not be told apart. */
export const shownSeries = 6;

/** A shape of its own for each variant, so that color is never the only signal. */
export function renderMarker(series: number, x: number, y: number): string {
  return `<path class="marker" d="M${x} ${y}${shapes[series % shapes.length]}"/>`;
}

const shapes = [
  'm-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z',
  'm-3.2 -3.2h6.4v6.4h-6.4z',
  'm0 -4.2l4 7h-8z',
  'm0 -4.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z',
  'm0 4.2l4 -7h-8z',
  'm-4 -1.3h2.7v-2.7h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7z',
];

/** Which line is which variant. */
export function renderLegend(labels: readonly string[]): string {
  if (labels.length < 2) return '';
  const items = labels.slice(0, shownSeries).map((label, series) => {
    const swatch = `<svg width="26" height="12" viewBox="0 0 26 12" aria-hidden="true"><g class="series s${series}"><path class="line" d="M0 6H26"/>${renderMarker(series, 13, 6)}</g></svg>`;
    return `<li>${swatch}${label}</li>`;
  });
  const rest = labels.length - shownSeries;
  const more = rest > 0 ? `<li class="n">${rest} more in the tables</li>` : '';
  return `<ul class="legend">${items.join('')}${more}</ul>`;
}
