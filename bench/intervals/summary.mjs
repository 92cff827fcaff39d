/** The least coverage of a 95% CI from 20 on (clusters: from 6 on). Wilson's oscillates, so that its mean counts too. */
const bars = {
  plain: () => 0.93,
  wilson: () => 0.91,
  clusters: (n) => (n < 10 ? 0.92 : 0.93),
};
const wilsonMean = 0.94;
const leastN = { plain: 20, wilson: 20, clusters: 6 };

/** Cells of one row and n together: the range of coverages over what was true. */
export function toRows(cells) {
  const rows = new Map();
  for (const cell of cells) {
    const columns = rows.get(cell.row) ?? new Map();
    columns.set(cell.n, [...(columns.get(cell.n) ?? []), cell]);
    rows.set(cell.row, columns);
  }
  return [...rows].map(([row, columns]) => ({
    row,
    columns: [...columns].map(([n, group]) => ({ n, ...toRange(group) })),
  }));
}

function toRange(group) {
  const coverages = group.map(({ coverage }) => coverage).filter((value) => !Number.isNaN(value));
  const worst = group.find(({ coverage }) => coverage === Math.min(...coverages));
  return {
    low: Math.min(...coverages),
    high: Math.max(...coverages),
    mean: coverages.reduce((sum, value) => sum + value, 0) / coverages.length,
    given: Math.min(...group.map(({ given }) => given)),
    width: group.reduce((sum, { width }) => sum + width, 0) / group.length,
    kind: group[0].kind,
    draws: group[0].draws,
    worst: worst?.at,
  };
}

/** Why a cell is below what it has to cover; undefined where it is not, or where nothing is asked of it. */
export function findMiss({ n, low, mean, kind }) {
  if (n < leastN[kind]) return undefined;
  if (low < bars[kind](n)) return `below ${bars[kind](n)}`;
  return kind === 'wilson' && mean < wilsonMean ? `mean ${mean.toFixed(3)} below ${wilsonMean}` : undefined;
}

export function renderTable({ title, counts }, cells) {
  const rows = toRows(cells);
  const sizes = [...new Set(rows.flatMap(({ columns }) => columns.map(({ n }) => n)))].sort((a, b) => a - b);
  const head = ['', ...sizes.map((n) => `${n}`), 'data sets'];
  const body = rows.map(({ row, columns }) => [
    row,
    ...sizes.map((n) => renderCell(columns.find((column) => column.n === n))),
    `${columns[0].draws === 'exact' ? 'exact' : columns[0].draws.toLocaleString('en-US')}`,
  ]);
  const lines = [head, head.map(() => '---'), ...body].map((line) => `| ${line.join(' | ')} |`);
  return [`### ${title} (${counts})`, '', ...lines, '', ...listMisses(rows)].join('\n');
}

function renderCell(column) {
  if (column === undefined) return '';
  const range = column.low === column.high ? toShort(column.low) : `${toShort(column.low)}–${toShort(column.high)}`;
  const mark = findMiss(column) === undefined ? '' : ' ✗';
  const given = Math.floor(100 * column.given + 1e-9);
  return `${range}${mark} (${given} %, ±${toShort(column.width / 2)})`;
}

function toShort(value) {
  return value.toFixed(3).replace(/^0/, '');
}

function listMisses(rows) {
  return rows.flatMap(({ row, columns }) =>
    columns.flatMap((column) => {
      const miss = findMiss(column);
      return miss === undefined
        ? []
        : [`- ✗ ${row}, n = ${column.n}: ${toShort(column.low)} at ${column.worst}, ${miss}`, ''];
    }),
  );
}
