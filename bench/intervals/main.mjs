// node bench/intervals/main.mjs [table…]: prints how often 95% intervals contain the truth. --json: the cells of one table.
import { parseArgs } from 'node:util';
import { renderTable } from './summary.mjs';
import { tables } from './tables.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
const names = positionals.length === 0 ? Object.keys(tables) : positionals;
const unknown = names.find((name) => !Object.hasOwn(tables, name));
if (unknown !== undefined) {
  console.error(`There is no table "${unknown}". Tables: ${Object.keys(tables).join(', ')}.`);
  process.exit(2);
}
for (const name of names) {
  const cells = [...tables[name].measure()];
  console.log(values.json ? JSON.stringify(cells) : renderTable(tables[name], cells));
}
