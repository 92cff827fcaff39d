// node bench/reference/check-statistics.mjs: the statistics on random inputs against scipy. Needs python3 with scipy; not part of npm test.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as numbers from '../../src/numbers.ts';

const random = numbers.seededRandom(20_260_301);
const script = fileURLToPath(new URL('check-statistics.py', import.meta.url));

function upTo(limit) {
  return Math.floor(random() * (limit + 1));
}

function list(length, make) {
  return Array.from({ length }, make);
}

/** Each row: the statistic, what went in, what came out. */
function listRows() {
  return [
    ...list(200, () => row('normal', { probability: random() }, (input) => numbers.normalQuantile(input.probability))),
    ...list(200, () => row('student', { probability: 0.001 + 0.998 * random(), degrees: 1 + upTo(400) }, toStudent)),
    ...list(200, () =>
      row('wilson', toCounts(500), ({ successes, trials }) => numbers.wilsonInterval(successes, trials)),
    ),
    ...list(200, () => row('mcnemar', toDiscordant(), ({ wins, losses }) => numbers.mcnemarExact(wins, losses).p)),
    ...list(200, () => row('quantile', { values: list(1 + upTo(40), random), share: random() }, toQuantile)),
    ...list(200, () => row('mean', { values: list(2 + upTo(60), random) }, toMean)),
    ...list(200, () => row('clustered-error', { clusters: list(2 + upTo(30), toCluster) }, toClusteredError)),
    ...list(60, () => row('sign-flip', { sums: list(1 + upTo(11), () => upTo(8) - 4) }, toSignFlip)),
    ...list(60, () => row('sign-flip', { sums: list(1 + upTo(11), () => random() - 0.4) }, toSignFlip)),
    ...list(100, () => row('holm', { ps: list(1 + upTo(12), random) }, ({ ps }) => numbers.holm(ps))),
    ...list(200, () => row('pass', toPlays(), toPass)),
    ...list(5, () => row('bootstrap', { values: list(40, () => upTo(2) - 1) }, toBootstrap)),
  ];
}

function row(statistic, input, compute) {
  return { statistic, input, output: compute(input) };
}

const toStudent = ({ probability, degrees }) => numbers.studentQuantile(probability, degrees);
const toQuantile = ({ values, share }) => numbers.quantile(values, share).value;
const toMean = ({ values }) => numbers.clusteredMeanInterval(values.map((sum) => ({ sum, count: 1 })));
const toClusteredError = ({ clusters }) =>
  numbers.clusteredStandardError(
    clusters.map((values) => ({ sum: values.reduce((sum, value) => sum + value, 0), count: values.length })),
  ).value;
const toSignFlip = ({ sums }) => numbers.signFlipTest(sums).p;
const toPass = ({ passed, of, k }) => ({
  at: numbers.passAtK([{ passed, of }], k).value,
  hat: numbers.passHatK([{ passed, of }], k).value,
});
const toBootstrap = ({ values }) =>
  numbers.pairedBootstrap(
    values.map((difference) => ({ pairs: 1, difference })),
    { resamples: 20_000 },
  );

function toCounts(limit) {
  const trials = 1 + upTo(limit);
  return { successes: upTo(trials), trials };
}

function toDiscordant() {
  const scale = 10 ** upTo(4);
  return { wins: upTo(10 * scale), losses: 1 + upTo(10 * scale) };
}

function toCluster() {
  const level = random();
  return list(1 + upTo(6), () => Number(random() < level));
}

function toPlays() {
  const of = 1 + upTo(30);
  return { passed: upTo(of), of, k: 1 + upTo(of - 1) };
}

const result = spawnSync('python3', [script], { input: JSON.stringify(listRows()), encoding: 'utf8' });
if (result.error !== undefined) console.log(`Skipped: python3 cannot be started (${result.error.code}).`);
else process.stdout.write(result.stdout + result.stderr);
process.exitCode = result.error === undefined ? result.status : 0;
