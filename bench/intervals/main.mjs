// node bench/intervals/main.mjs [table…]: prints how often a 95% CI contains the truth, and how often verdicts are wrong.
// --json: the cells of one table.
import { parseArgs } from 'node:util';
import { chanceTables, renderChances } from './chances.mjs';
import { renderTable } from './summary.mjs';
import { tables } from './tables.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
const known = [...Object.keys(tables), ...Object.keys(chanceTables)];
const names = positionals.length === 0 ? known : positionals;
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`There is no table "${unknown}". Tables: ${known.join(', ')}.`);
  process.exit(2);
}
for (const name of names) {
  const isChance = Object.hasOwn(chanceTables, name);
  const found = isChance ? chanceTables[name].list() : [...tables[name].measure()];
  if (values.json) console.log(JSON.stringify(found));
  else console.log(isChance ? renderChances(chanceTables[name], found) : renderTable(tables[name], found));
}
