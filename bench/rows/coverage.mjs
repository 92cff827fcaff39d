import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { rootFolder } from '../built-package.mjs';
import { chanceTables, renderBar, renderChances, toJudged, toPercent } from '../intervals/chances.mjs';
import { findMiss, renderTable, toRows } from '../intervals/summary.mjs';
import { tables } from '../intervals/tables.mjs';
import { listReached, simulateReached, toConversations, toStrata } from '../intervals/trust.mjs';

const bars = {
  plain: '≥ 0.93 from n = 20 on',
  wilson: '≥ 0.91, mean ≥ 0.94 from n = 20 on',
  clusters: '≥ 0.92 from 6 clusters on, ≥ 0.93 from 10 on',
};

/** How often the printed 95% CI contains the truth, by simulation or exactly, and the gate under repeated looks. */
export async function measureCoverage() {
  const measured = await measureTables();
  const gate = measureGate();
  const chances = Object.keys(chanceTables).map((name) => ({ name, rows: measured.get(name) }));
  const intervals = Object.keys(tables).map((name) => ({ name, cells: measured.get(name) }));
  const page = renderPage([
    ...intervals.map(({ name, cells }) => renderTable(tables[name], cells)),
    renderGate(gate),
    ...chances.map(({ name, rows }) => renderChances(chanceTables[name], rows)),
  ]);
  writeFileSync(join(rootFolder, 'bench', 'coverage.md'), page);
  console.log(page);
  return [...intervals.map(toSummary), ...gate.map(toGateRow), ...chances.flatMap(toChanceRows)];
}

const slowest = ['swap-level', 'verified', 'kappa', 'agreement', 'weighted-kappa'];

/** Each table in its own process, as many at once as there are cores, the slowest ones first. */
async function measureTables() {
  const names = [...Object.keys(tables), ...Object.keys(chanceTables)];
  const waiting = names.sort((a, b) => slowest.indexOf(b) - slowest.indexOf(a));
  const found = new Map();
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const started = performance.now();
      found.set(name, JSON.parse(await runTable(name)));
      console.error(`bench: coverage of ${name}: ${Math.round((performance.now() - started) / 1000)} s`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return found;
}

function runTable(name) {
  const program = join(rootFolder, 'bench', 'intervals', 'main.mjs');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, name, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(parts).toString('utf8'));
      else reject(new Error(`The table ${name} ended with exit code ${code}.`));
    });
  });
}

/** One row per table. Cells without a bar, such as n = 10, do not count. */
function toSummary({ name, cells }) {
  const columns = toRows(cells).flatMap((row) => row.columns);
  const { kind } = columns[0];
  const asked = columns.filter(({ n }) => n >= (kind === 'clusters' ? 6 : 20));
  const misses = asked.filter((column) => findMiss(column) !== undefined);
  const low = Math.min(...asked.map((column) => column.low));
  const mean = asked.reduce((sum, column) => sum + column.mean, 0) / asked.length;
  return {
    what: `coverage of the 95% CI: ${tables[name].title}`,
    bar: [...new Set(columns.map((column) => bars[column.kind]))].join('; '),
    measured: `${low.toFixed(3)} at least, ${mean.toFixed(3)} on average; ${misses.length} of ${asked.length} below; tables in bench/coverage.md`,
    ratio: '',
    met: misses.length === 0,
  };
}

/** The gate at a limit of 0.80 with α = 0.025, that is e ≥ 40, with a look after every label. */
function measureGate() {
  const gate = { p0: 0.8, limit: 40, labels: 500 };
  const trusted = (rate) => listReached({ ...gate, rate });
  const draws = 10_000;
  return [
    { what: 'trusted at a true rate of 0.70', reached: trusted(0.7) },
    { what: 'trusted at a true rate of 0.75', reached: trusted(0.75) },
    { what: 'trusted at a true rate of 0.80 (false)', reached: trusted(0.8), bar: [500, '≤', 0.025] },
    { what: 'trusted at a true rate of 0.85', reached: trusted(0.85) },
    { what: 'trusted at a true rate of 0.90', reached: trusted(0.9) },
    { what: 'trusted at a true rate of 0.95', reached: trusted(0.95) },
    {
      what: 'trusted at TPR = TNR = 0.95, labels per class',
      reached: trusted(0.95).map((chance) => chance ** 2),
      bar: [100, '≥', 0.9],
    },
    ...listUneven().map(({ what, ...uneven }) => ({
      what: `trusted at 0.80 (false), ${what}, effective n, ${draws.toLocaleString('en-US')} draws`,
      last: simulateReached({ ...gate, ...uneven, draws }),
      bar: [500, '≤', 0.03],
    })),
  ];
}

/** Conversations with several labels, and labels that were not drawn with the same chance. All have a rate of 0.80. */
function listUneven() {
  const conversations = [0.3, 0.6].map((icc) => ({
    what: `conversations of 1–5 labels, ICC ${icc}`,
    draw: toConversations(0.8, icc),
  }));
  const strata = [
    [0.8, 0.8],
    [0.95, 0.7625],
    [0.4, 0.9],
  ].map(([first, second]) => ({
    what: `two strata with rates ${first} and ${second}, 20% of conversations and 80% of labels are of the first`,
    draw: toStrata({ share: 0.2, drawn: 0.8, rates: [first, second] }),
    largestWeight: 4,
  }));
  return [...conversations, ...strata];
}

const looks = [24, 50, 100, 200, 500];

function renderGate(rows) {
  const head = ['', ...looks.map(String)];
  const body = rows.map(({ what, reached, last }) => [
    what,
    ...looks.map((n) => (reached === undefined ? (n === 500 ? toPercent(last) : '') : toPercent(reached[n - 1]))),
  ]);
  const lines = [head, head.map(() => '---'), ...body].map((line) => `| ${line.join(' | ')} |`);
  const title =
    '### The gate at a limit of 0.80, e ≥ 40, with a look after every label: chance of the verdict after n labels';
  return [title, '', ...lines, ''].join('\n');
}

function toGateRow({ what, reached, last, bar }) {
  const [n, sign, limit] = bar ?? [500];
  const chance = last ?? reached[n - 1];
  const met = bar === undefined ? null : sign === '≤' ? chance <= limit : chance >= limit;
  return {
    what: `gate with a look after every label, to ${n}: ${what}`,
    bar: bar === undefined ? '' : `${sign} ${toPercent(limit)}`,
    measured: toPercent(chance),
    ratio: '',
    met,
  };
}

/** One row per table row, with the worst of the cells that its bar covers. */
function toChanceRows({ name, rows }) {
  return rows.map((row) => {
    const { chance, met } = toJudged(row);
    return {
      what: `${chanceTables[name].title}: ${row.what}`,
      bar: row.bar === undefined ? '' : renderBar(row.bar),
      measured: toPercent(chance),
      ratio: '',
      met,
    };
  });
}

function renderPage(parts) {
  return [
    '# Coverage of 95% intervals',
    '',
    'Written by `npm run bench -- coverage`; `node bench/intervals/main.mjs <table>` prints one table. Each cell: the share of data',
    'sets whose interval contains the truth, of those that have one, as a range over the true values of the row. In parentheses:',
    'the smallest share of data sets that have an interval, and half the mean width. n is the denominator of the metric.',
    'Nominal is .950. The last column says how many data sets were drawn per true value (20,000: ± .003; 10,000: ± .004), or that',
    'all were enumerated. ✗: below .93 from n = 20 on; below .91 or .94 on average for Wilson intervals; below .92 for 6–9 clusters.',
    '',
    ...parts,
  ].join('\n');
}
