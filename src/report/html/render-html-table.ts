/** A table whose cells are HTML already. */
interface HtmlTable {
  readonly title: string;
  /** Level of its title. Default: h2. */
  readonly heading?: 'h2' | 'h3';
  /** A sentence on what is counted. */
  readonly note?: string;
  readonly head: readonly string[];
  /** The first cell of a row is its name. */
  readonly rows: readonly (readonly string[])[];
}

const shownRows = 100;
/** Columns that have room next to another table. */
const mostNarrow = 3;

/**
 * A table of its own width: where it does not fit, it scrolls inside its frame and not the page. Of several columns it
 * becomes a card for each row on a narrow screen, and every cell brings its head along.
 */
export function renderHtmlTable({ title, heading = 'h2', note, head, rows }: HtmlTable): string {
  const isStacked = head.length > 2;
  const heads = head.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const body = rows
    .slice(0, shownRows)
    .map((row) => renderRow(row, isStacked ? head : []))
    .join('');
  const rest = rows.length - shownRows;
  const more = rest > 0 ? `<p class="note">… and ${rest.toLocaleString('en')} more</p>` : '';
  const table = `<table${isStacked ? ' class="stacked"' : ''}><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table>`;
  const text = note === undefined ? '' : `<p class="note">${note}</p>`;
  return `<section class="table${head.length > mostNarrow ? ' wide' : ''}"><${heading}>${title}</${heading}>${text}<div class="frame" tabindex="0" role="region" aria-label="${title}">${table}</div>${more}</section>\n`;
}

function renderRow([name = '', ...cells]: readonly string[], head: readonly string[]): string {
  const data = cells.map((cell, index) => {
    const label = head[index + 1] ?? '';
    return `<td>${label === '' ? '' : `<span class="label">${label}</span> `}${cell}</td>`;
  });
  return `<tr><th scope="row">${name}</th>${data.join('')}</tr>`;
}
