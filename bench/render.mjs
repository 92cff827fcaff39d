import { availableParallelism, totalmem } from 'node:os';

const columns = [
  ['what', (row) => row.what],
  ['bar', (row) => row.bar],
  ['measured', (row) => row.measured],
  ['ratio', (row) => row.ratio],
  ['bar met', (row) => renderMet(row)],
];
const dated = [...columns, ['measured on', (row) => row.measuredOn]];

/** Aligned columns for a terminal, without color. */
export function renderTable(rows) {
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, render]) => render(row)))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index].length)));
  const padded = lines.map((line) => line.map((cell, index) => cell.padEnd(widths[index])).join('  '));
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [padded[0], rule, ...padded.slice(1)].map((line) => line.trimEnd()).join('\n');
}

export function renderSummary(rows) {
  const barred = rows.filter((row) => row.met !== null);
  const unmet = barred.filter((row) => row.met !== true);
  if (unmet.length === 0) return `Every bar is met (${barred.length} of ${barred.length}).`;
  return unmet.map((row) => `${renderMet(row).toUpperCase()}: ${row.what}: ${row.measured}, bar ${row.bar}`).join('\n');
}

export function renderMarkdown(rows) {
  const head = `| ${dated.map(([title]) => title).join(' | ')} |\n|${'---|'.repeat(dated.length)}`;
  const body = rows.map((row) => `| ${dated.map(([, render]) => render(row).replaceAll('|', '\\|')).join(' | ')} |`);
  const notes = rows.filter((row) => row.note !== undefined).map((row) => `- ${row.what}: ${row.note}`);
  return [
    '# What the built package costs',
    '',
    'Written by `npm run bench`. Where a row compares two sides, both were measured in turn in one run, in swapped order each round. Numbers are medians. Limits of memory and of start-up are absolute. "The loop" is `bench/children/fetch-loop.mjs`.',
    '',
    `Machine: ${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB of memory, Node ${process.versions.node}.`,
    '',
    head,
    ...body,
    '',
    ...notes,
    '',
  ].join('\n');
}

/** null: there is no bar to meet. */
function renderMet({ met }) {
  if (met === null) return '';
  if (met === undefined) return 'not measured';
  return met ? 'met' : 'missed';
}
