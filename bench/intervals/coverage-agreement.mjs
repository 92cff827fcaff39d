// Exact coverage of the 95% CIs of κ and its relatives on a scale of pass and fail: every table of n samples that
// is not next to impossible, weighted by its probability. `node bench/intervals/coverage-agreement.mjs 20 40` prints the table.
import { argv, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { agreementIntervals } from '../../dist/statistics/resampling/agreement-intervals.js';

const metrics = ['kappa', 'alphaNominal', 'gwetAc1', 'brennanPrediger', 'mcc'];
const fails = [0.05, 0.1, 0.5];
const judges = [
  [0.9, 0.6],
  [0.95, 0.8],
  [0.99, 0.6],
  [0.99, 0.95],
  [0.9, 0.95],
];
const resamples = 1000;

/** A row per share of failures and judge: coverage, misses by end, and the share of data sets with an interval. */
export function measureAgreementCoverage(n, leastProbability = n > 50 ? 5e-5 : 1e-6) {
  const rows = fails.flatMap((share) => judges.map(([tpr, tnr]) => toRow(share, tpr, tnr)));
  const logs = [0];
  for (let k = 1; k <= n; k++) logs.push(logs[k - 1] + Math.log(k));
  let seed = 0;
  for (const table of listTables(n)) {
    const chances = rows.map(({ cells }) =>
      Math.exp(logs[n] + table.reduce((sum, count, cell) => sum + count * Math.log(cells[cell]) - logs[count], 0)),
    );
    if (Math.max(...chances) < leastProbability) continue;
    const found = agreementIntervals(toPairs(table), { metrics, values: [0, 1], pass: 1, resamples, seed: ++seed });
    for (const [place, row] of rows.entries()) add(row, found, chances[place]);
  }
  return rows;
}

function toRow(share, tpr, tnr) {
  // People and judge pass; only people; only the judge; neither.
  const cells = [(1 - share) * tpr, (1 - share) * (1 - tpr), share * (1 - tnr), share * tnr];
  const found = Object.fromEntries(metrics.map((name) => [name, { printed: 0, below: 0, above: 0 }]));
  return { share, tpr, tnr, cells, truth: toTruth(cells), reached: 0, found };
}

function toTruth([both, human, judge, neither]) {
  const [observed, people, judged] = [both + neither, both + human, both + judge];
  const pooled = (people + judged) / 2;
  const correct = (chance) => (observed - chance) / (1 - chance);
  return {
    kappa: correct(people * judged + (1 - people) * (1 - judged)),
    alphaNominal: correct(pooled ** 2 + (1 - pooled) ** 2),
    gwetAc1: correct(2 * pooled * (1 - pooled)),
    brennanPrediger: correct(0.5),
    mcc: (both * neither - human * judge) / Math.sqrt(people * (1 - people) * judged * (1 - judged)),
  };
}

function* listTables(n) {
  for (let both = 0; both <= n; both++) {
    for (let human = 0; both + human <= n; human++) {
      for (let judge = 0; both + human + judge <= n; judge++) yield [both, human, judge, n - both - human - judge];
    }
  }
}

function toPairs(table) {
  const scores = [
    [1, 1],
    [1, 0],
    [0, 1],
    [0, 0],
  ];
  const pairs = table.flatMap((count, cell) => Array.from({ length: count }, () => scores[cell]));
  return { human: pairs.map(([human]) => human), judge: pairs.map(([, judge]) => judge) };
}

function add(row, found, chance) {
  row.reached += chance;
  for (const name of metrics) {
    const { low, high } = found[name];
    if (low === null || high === null) continue;
    const sums = row.found[name];
    sums.printed += chance;
    if (low > row.truth[name] + 1e-12) sums.below += chance;
    if (high < row.truth[name] - 1e-12) sums.above += chance;
  }
}

function renderRow(n, { share, tpr, tnr, reached, found }) {
  const cells = metrics.map((name) => {
    const { printed, below, above } = found[name];
    const shares = [1 - (below + above) / printed, below / printed, above / printed, printed / reached];
    return `${name} ${shares.map((value) => value.toFixed(3)).join(' ')}`;
  });
  return `n=${n} fails ${share} TPR ${tpr} TNR ${tnr}: ${cells.join(' | ')}\n`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  stdout.write('metric: coverage, low end above the truth, high end below it, share with an interval\n');
  for (const n of argv.slice(2).map(Number)) {
    for (const row of measureAgreementCoverage(n)) stdout.write(renderRow(n, row));
  }
}
