// node bench/reference/check-raters.mjs: the metrics of many raters on 200 random tables against nltk, statsmodels and psych (R), and
// a numpy script that shares no code with ours. Needs python3 and Rscript with these; not part of npm test.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as numbers from '../../src/numbers.ts';

// Packages of the system are found by the Python of the system only.
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const random = numbers.seededRandom(20_260_607);
const weightings = ['none', 'linear', 'quadratic'];
const levels = ['nominal', 'ordinal', 'interval', 'ratio'];

function upTo(limit) {
  return Math.floor(random() * (limit + 1));
}

function list(length, make) {
  return Array.from({ length }, make);
}

/** Two to six raters, who see a score through more or less noise and leave out more or less; sometimes all say the same. */
function toUnits(missing) {
  const [raters, noise, constant] = [2 + upTo(4), 3 * random(), random() < 0.03];
  return list(2 + upTo(40), () => {
    const score = upTo(4);
    return list(raters, () => {
      if (random() < missing) return null;
      return constant ? 1 : Math.max(0, Math.min(4, Math.round(score + noise * (random() + random() - 1))));
    });
  });
}

/** Unevenly apart, so that weights and distances by place instead of by score would be found out. */
const uneven = [0, 1, 3, 4, 8];

function toRow(statistic, units, output) {
  return { statistic, input: { units }, output };
}

function toRatings(units) {
  return units.flatMap((row, unit) => row.map((score, rater) => ({ unit: `${unit}`, rater: `${rater}`, score })));
}

function toAlphas(units) {
  return Object.fromEntries(levels.map((level) => [level, numbers.krippendorffAlpha(units, level).value]));
}

/** Any may be missing. */
function listGappy() {
  const units = toUnits(random() * 0.6);
  const scores = units.map((row) => row.map((place) => (place === null ? null : uneven[place])));
  const counts = numbers.toRatingCounts(scores, uneven);
  const weighted = (statistic) =>
    Object.fromEntries(weightings.map((weights) => [weights, statistic(counts, { weights, values: uneven }).value]));
  const together = numbers.agreement(toRatings(scores), { resamples: 1, scale: [0, 8] });
  const onScale = Object.fromEntries(
    ['gwetAc1', 'gwetAc2Quadratic', 'brennanPrediger'].map((key) => [key, together[key].value]),
  );
  return {
    packaged: toRow('gappy', scores, toAlphas(scores)),
    byHand: toRow('gappy', scores, {
      alpha: toAlphas(scores),
      percent: numbers.percentAgreement(counts).value,
      gwet: weighted(numbers.gwetAc),
      fleiss: weighted(numbers.fleissKappa),
      brennanPrediger: weighted(numbers.brennanPrediger),
      agreement: {
        ...onScale,
        ...Object.fromEntries(levels.map((level) => [`alpha_${level}`, together[`alpha_${level}`].value])),
      },
    }),
  };
}

/** Nothing is missing. */
function toComplete() {
  const units = toUnits(0);
  const counts = numbers.toRatingCounts(units, [0, 1, 2, 3, 4]);
  const { cohenKappa, percentAgreement, fleissKappa } = numbers.agreement(toRatings(units), { resamples: 1 });
  return toRow('complete', units, {
    fleiss: numbers.fleissKappa(counts).value,
    randolph: numbers.randolphKappa(counts).value,
    agreement: { cohenKappa: cohenKappa.value, percent: percentAgreement.value, fleiss: fleissKappa.value },
  });
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

/** R reads numbers: what it is, how many rows and columns, and the cells row by row. It prints a line of numbers for each. */
function checkWithR() {
  const scores = list(200, () => {
    const raters = 2 + upTo(4);
    return list(3 + upTo(30), () => {
      const score = 10 * random();
      return list(raters, (_, rater) => score + rater * random() + 3 * random());
    });
  });
  const tables = list(200, () => {
    const size = 2 + upTo(4);
    return list(size, (_, row) => list(size, (_, column) => 1 + upTo(row === column ? 20 : 6)));
  });
  const script = fileURLToPath(new URL('check-raters.R', import.meta.url));
  const rows = [...scores.map((cells) => ['icc', cells]), ...tables.map((cells) => ['kappa', cells])];
  const input = rows
    .map(([kind, cells]) => [kind, cells.length, cells[0].length, ...cells.flat()].join(' '))
    .join('\n');
  const result = spawnSync('Rscript', ['--vanilla', script], { input, encoding: 'utf8' });
  if (result.error !== undefined && result.error.code !== 'EPIPE') {
    console.log(`Skipped: Rscript cannot be started (${result.error.code}).`);
    return 0;
  }
  if (result.status !== 0 || result.stdout.startsWith('Skipped')) {
    process.stdout.write(result.stdout + result.stderr);
    return result.status ?? 1;
  }
  const ours = [...scores.map(listIccs), ...tables.map(listKappas)];
  return compareLines(result.stdout.trim().split('\n'), ours, rows);
}

function listIccs(cells) {
  const of = ['one', 'mean'];
  return of.flatMap((each) => [1, 2, 3].map((model) => numbers.icc(cells, { model, of: each }).value));
}

function listKappas(table) {
  return ['none', 'quadratic'].map((weights) => numbers.cohenKappa(table, { weights }).value);
}

function compareLines(lines, ours, rows) {
  const worst = { icc: 0, kappa: 0 };
  const counts = { icc: 0, kappa: 0 };
  for (const [index, line] of lines.entries()) {
    const [kind] = rows[index];
    for (const [place, theirs] of line.split(' ').map(Number).entries()) {
      const own = ours[index][place];
      // Where the divisor is nothing, ours is undefined and theirs any number.
      if (own === null) continue;
      worst[kind] = Math.max(worst[kind], Math.abs(own - theirs) / Math.max(Math.abs(theirs), 1e-3));
      counts[kind] += 1;
    }
  }
  const isWhole = lines.length === rows.length && counts.icc > 1000 && counts.kappa === 400;
  for (const kind of ['icc', 'kappa']) {
    console.log(
      `${worst[kind] <= 1e-7 && isWhole ? 'ok ' : 'OFF'}  psych ${kind}: ${counts[kind]} values, off by ${worst[kind].toExponential(1)} at most`,
    );
  }
  return Math.max(worst.icc, worst.kappa) <= 1e-7 && isWhole ? 0 : 1;
}

const gappy = list(200, listGappy);
const codes = [
  check('check-raters.py', [...gappy.map((each) => each.packaged), ...list(200, toComplete)]),
  check(
    'check-raters-by-hand.py',
    gappy.map((each) => each.byHand),
  ),
  checkWithR(),
];
process.exitCode = Math.max(...codes);
