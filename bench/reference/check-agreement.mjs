// node bench/reference/check-agreement.mjs: the metrics of two raters on 200 random tables against scipy, statsmodels, sklearn, and
// numpy scripts that share no code with ours. Needs python3 with these; not part of npm test.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as numbers from '../../src/numbers.ts';

// Packages of the system are found by the Python of the system only.
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const random = numbers.seededRandom(20_260_606);
const weightings = ['none', 'linear', 'quadratic'];
const levels = ['nominal', 'ordinal', 'interval'];

function upTo(limit) {
  return Math.floor(random() * (limit + 1));
}

function list(length, make) {
  return Array.from({ length }, make);
}

/** Two to seven scores; a judge that follows people more or less, is too kind or too strict, and may be constant. */
function toTable() {
  const size = 2 + upTo(5);
  const table = list(size, () => list(size, () => 0));
  const [noise, shift, skew, constant] = [random() * size, upTo(2) - 1, 0.3 + 2 * random(), random() < 0.03];
  for (let pair = 2 + upTo(300); pair > 0; pair--) {
    const human = Math.floor(size * random() ** skew);
    const judge = constant ? size - 1 : Math.round(human + shift + noise * (random() + random() - 1));
    table[human][Math.max(0, Math.min(size - 1, judge))]++;
  }
  return table;
}

function toErrors({ value, standardError, standardErrorAtZero }) {
  return { value, standardError, standardErrorAtZero };
}

function weighted(of) {
  return Object.fromEntries(weightings.map((weights) => [weights, of(weights)]));
}

/** For one table: the values that packages compute, and those they do not. */
function listMetrics(table) {
  const first = upTo(6) - 3;
  const values = table.map((_, place) => first + place);
  const pass = values[1 + upTo(values.length - 2)];
  const passTable = numbers.toPassTable(table, values, pass);
  const input = { table, values, pass };
  const packaged = {
    kappa: weighted((weights) => toErrors(numbers.cohenKappa(table, { weights }))),
    spearman: numbers.spearmanOfTable(table).value,
    kendall: numbers.kendallTauBOfTable(table).value,
    exact: numbers.exactAgreement(table).value,
    bias: numbers.meanError(table, values).value,
    mae: numbers.meanAbsoluteError(table, values).value,
    rmse: numbers.rootMeanSquareError(table, values).value,
    passTable,
    mcc: numbers.mcc(passTable).value,
    tpr: numbers.truePositiveRate(passTable).value,
    tnr: numbers.trueNegativeRate(passTable).value,
  };
  const byHand = {
    within1: numbers.withinOne(table, values).value,
    scott: numbers.scottPi(table).value,
    alpha: Object.fromEntries(levels.map((level) => [level, numbers.krippendorffOfTable(table, values, level).value])),
    gwet: weighted((weights) => numbers.gwetOfTable(table, { weights }).value),
    brennanPrediger: weighted((weights) => numbers.brennanPredigerOfTable(table, { weights }).value),
  };
  return { packaged: row('table', input, packaged), byHand: row('table', input, byHand) };
}

function row(statistic, input, output) {
  return { statistic, input, output };
}

function toArrays() {
  const human = list(2 + upTo(80), () => Math.round(random() * 10 ** upTo(3)) / 10);
  const judge = human.map((score) => (random() < 0.5 ? score + random() : upTo(9)));
  const output = { spearman: numbers.spearman(human, judge).value, kendall: numbers.kendallTauB(human, judge).value };
  return row('arrays', { human, judge }, output);
}

function toCounted(limit) {
  const n = 5 + upTo(limit);
  return { hits: Math.round(n * (0.5 + random() / 2)), n };
}

function toCorrected() {
  const { hits: passes, n } = toCounted(2000);
  const input = { passes, n, tpr: toCounted(300), tnr: toCounted(300) };
  const { value, low, high } = numbers.correctedRate(input);
  return row('corrected', input, { value, low, high });
}

/** Conversations of one to three samples. */
function toBootstrap() {
  const cluster = list(60, (_, place) => list(1 + upTo(2), () => place)).flat();
  const human = cluster.map(() => upTo(6));
  const judge = human.map((place) => Math.max(0, Math.min(6, place + upTo(4) - 2)));
  const metrics = numbers.bootstrapTable(
    { human, judge, cluster },
    { values: list(7, (_, place) => place - 3), pass: 1, resamples: 20_000 },
  );
  const output = Object.fromEntries(
    ['exact', 'mae', 'kappaQuadratic', 'tpr'].map((name) => [name, [metrics[name].low, metrics[name].high]]),
  );
  return row('bootstrap', { human, judge, cluster }, output);
}

function check(script, rows) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const result = spawnSync(python, ['-B', path], { input: JSON.stringify(rows), encoding: 'utf8' });
  // One that lacks a package ends before it has read the rows: it was started anyway.
  if (result.error !== undefined && result.error.code !== 'EPIPE') {
    console.log(`Skipped: ${python} cannot be started (${result.error.code}).`);
    return 0;
  }
  process.stdout.write(result.stdout + result.stderr);
  return result.status;
}

const tables = list(200, () => listMetrics(toTable()));
const byHand = [...tables.map((each) => each.byHand), ...list(200, toCorrected), ...list(4, toBootstrap)];
const codes = [
  check('check-agreement.py', [...tables.map((each) => each.packaged), ...list(200, toArrays)]),
  check('check-agreement-by-hand.py', byHand),
];
process.exitCode = Math.max(...codes);
