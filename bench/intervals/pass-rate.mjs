import { clusteredRateInterval, passAtK, passHatK, survivalCurve, wilsonInterval } from '../../src/numbers.ts';
import { binomialChances, enumerate, simulate } from './cell.mjs';
import { toDice } from './draw.mjs';

const rates = [0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 0.95];
const sizes = [10, 20, 40, 100];

/** The pass rate of a run: exact for independent verdicts, else drawn by conversation until there are n verdicts. */
export function* measurePassRate() {
  for (const n of sizes) for (const rate of toHundredths(5)) yield ofIndependent(n, rate);
  const dice = toDice(1);
  for (const icc of [0.3, 0.6]) {
    const row = `pass rate, conversations of 1–5 turns, ICC ${icc}`;
    for (const n of [...sizes, 300])
      for (const rate of rates) yield ofClusters({ row, n, rate, icc, dice, size: () => 1 + dice.upTo(5) });
  }
  const row = 'pass rate, 3 repeats per case, ICC 0.5';
  for (const n of [...sizes, 300])
    for (const rate of rates) yield ofClusters({ row, n, rate, icc: 0.5, dice, size: () => 3 });
}

function ofIndependent(n, rate) {
  const outcomes = binomialChances(n, rate).map((chance, hits) => ({ chance, ...wilsonInterval(hits, n) }));
  const row = 'pass rate, independent verdicts';
  return { row, kind: 'wilson', n, at: `rate ${rate}`, ...enumerate({ truth: rate, outcomes }) };
}

function ofClusters({ row, n, rate, icc, dice, size }) {
  const measure = () => clusteredRateInterval(drawClusters({ n, rate, icc, dice, size }));
  return { row, kind: 'wilson', n, at: `rate ${rate}`, ...simulate({ truth: rate, measure }) };
}

/** Clusters until there are n trials; the last one is cut off. */
export function drawClusters({ n, rate, icc, dice, size }) {
  const clusters = [];
  for (let left = n; left > 0; ) {
    const trials = Math.min(left, size());
    clusters.push({ successes: dice.binomial(trials, dice.clusterRate(rate, icc)), trials });
    left -= trials;
  }
  return clusters;
}

function toHundredths(step) {
  return Array.from({ length: 100 / step - 1 }, (_, i) => ((i + 1) * step) / 100);
}

/** pass@3 and pass^3 of cases with 5 plays, n cases; the rate of a case has a U-shaped distribution around the mean. */
export function* measurePassAtK() {
  const dice = toDice(2);
  for (const [row, statistic, toTruth] of [
    ['pass@3, 5 plays per case', passAtK, (a, b) => 1 - rising(b, a + b)],
    ['pass^3, 5 plays per case', passHatK, (a, b) => rising(a, a + b)],
  ]) {
    for (const n of sizes) {
      for (const [mean, icc] of [
        [0.3, 0.3],
        [0.6, 0.3],
        [0.6, 0.7],
        [0.8, 0.5],
      ]) {
        const measure = () =>
          statistic(
            Array.from({ length: n }, () => ({ passed: dice.binomial(5, dice.clusterRate(mean, icc)), of: 5 })),
            3,
          );
        const truth = toTruth((mean * (1 - icc)) / icc, ((1 - mean) * (1 - icc)) / icc);
        const at = `rate ${mean}, ICC ${icc}: ${truth.toFixed(3)}`;
        yield { row, kind: 'wilson', n, at, ...simulate({ truth, measure }) };
      }
    }
  }
}

/** Mean of q³ for q from a beta distribution (a, sum − a). */
function rising(a, sum) {
  return (a * (a + 1) * (a + 2)) / (sum * (sum + 1) * (sum + 2));
}

/** Share without a failure up to the third step; some conversations end before it. n conversations at the start. */
export function* measureSurvival() {
  const dice = toDice(3);
  const row = 'share without a failure up to turn 3, 15 % leave per turn';
  for (const n of sizes) {
    for (const hazard of [0.02, 0.05, 0.1, 0.2, 0.35, 0.6]) {
      const truth = (1 - hazard) ** 3;
      const measure = () => survivalCurve(drawSteps(n, hazard, dice))[2];
      yield { row, kind: 'wilson', n, at: `${truth.toFixed(3)}`, ...simulate({ truth, measure }) };
    }
  }
}

function drawSteps(n, hazard, dice) {
  const steps = [];
  let atRisk = n;
  for (let step = 0; step < 3; step++) {
    const failed = dice.binomial(atRisk, hazard);
    steps.push({ atRisk, failed });
    atRisk -= failed;
    atRisk -= dice.binomial(atRisk, 0.15);
  }
  return steps;
}
