import { calibrate, clusteredRateInterval, correctedRate } from '../../src/numbers.ts';
import { binomialChances, enumerate, simulate } from './cell.mjs';
import { toDice } from './draw.mjs';

const sizes = [10, 20, 40, 100];
const rates = [0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95];
const binary = { scale: [0, 1], step: 1, pass: 1 };

/** TPR and TNR of a calibration. n is the samples that people pass (fail), not all samples. */
export function* measureJudgeRates() {
  for (const n of sizes) {
    const intervals = Array.from({ length: n + 1 }, (_, hits) => calibrateClass(n, hits));
    for (const rate of rates) {
      const outcomes = binomialChances(n, rate).map((chance, hits) => ({ chance, ...intervals[hits].tpr }));
      const at = `rate ${rate}`;
      yield { row: 'TPR, independent samples', kind: 'wilson', n, at, ...enumerate({ truth: rate, outcomes }) };
      const mirrored = binomialChances(n, rate).map((chance, hits) => ({ chance, ...intervals[hits].tnr }));
      yield {
        row: 'TNR, independent samples',
        kind: 'wilson',
        n,
        at,
        ...enumerate({ truth: rate, outcomes: mirrored }),
      };
    }
  }
  const dice = toDice(4);
  checkClusters(dice);
  const row = 'TNR, conversations of 1–5 turns, ICC 0.3, 30 % of replies fail';
  for (const n of sizes) {
    for (const rate of rates.filter((each) => each >= 0.5)) {
      const measure = () => clusteredRateInterval(drawFails(n, rate, dice));
      yield { row, kind: 'wilson', n, at: `rate ${rate}`, ...simulate({ truth: rate, measure }) };
    }
  }
}

/** `n` samples of each class, of which the judge gets `hits` right. */
function calibrateClass(n, hits) {
  const labels = [];
  const verdicts = [];
  for (const human of [1, 0]) {
    for (let i = 0; i < n; i++) {
      const sample = `${human}-${i}`;
      labels.push({ sample, score: human });
      verdicts.push({ sample, score: i < hits ? human : 1 - human });
    }
  }
  return calibrate(verdicts, labels, binary);
}

/** The replies that people fail, by conversation, and how many of them the judge fails too. */
function drawFails(n, rate, dice) {
  const clusters = [];
  let left = n;
  while (left > 0) {
    const fails = Math.min(left, dice.binomial(1 + dice.upTo(5), dice.clusterRate(0.3, 0.3)));
    if (fails === 0) continue;
    clusters.push({ successes: dice.binomial(fails, dice.clusterRate(rate, 0.3)), trials: fails });
    left -= fails;
  }
  return clusters;
}

/** calibrate() takes milliseconds: it is asked a few times whether it prints the interval that the simulation uses. */
function checkClusters(dice) {
  for (let check = 0; check < 5; check++) {
    const clusters = drawFails(20, 0.8, dice);
    const labels = [];
    const verdicts = [];
    const conversations = {};
    for (const [place, { successes, trials }] of clusters.entries()) {
      for (let i = 0; i < trials; i++) {
        const sample = `${place}-${i}`;
        labels.push({ sample, score: 0 });
        verdicts.push({ sample, score: i < successes ? 0 : 1 });
        conversations[sample] = `c${place}`;
      }
    }
    const { tnr } = calibrate(verdicts, labels, { ...binary, clusters: conversations });
    const { low, high } = clusteredRateInterval(clusters);
    if (Math.abs(tnr.low - low) + Math.abs(tnr.high - high) > 1e-9) {
      throw new Error(`calibrate() has the TNR ${tnr.low} to ${tnr.high}, clusteredRateInterval ${low} to ${high}.`);
    }
  }
}

/** The corrected pass rate: n verdicts of the run, and as many samples of each class as the row says. */
export function* measureCorrected() {
  for (const m of [20, 50]) {
    for (const n of [20, 40, 100]) {
      for (const [pass, tpr, tnr] of [
        [0.5, 0.8, 0.8],
        [0.8, 0.9, 0.8],
        [0.8, 0.95, 0.6],
        [0.9, 0.95, 0.95],
        [0.95, 0.95, 0.8],
      ]) {
        const outcomes = listCorrected({ n, m, pass, tpr, tnr });
        const at = `rate ${pass}, TPR ${tpr}, TNR ${tnr}`;
        const row = `corrected pass rate, ${m} samples per class`;
        yield { row, kind: 'plain', n, at, ...enumerate({ truth: pass, outcomes }) };
      }
    }
  }
}

function* listCorrected({ n, m, pass, tpr, tnr }) {
  const ofRun = binomialChances(n, pass * tpr + (1 - pass) * (1 - tnr));
  const ofPasses = binomialChances(m, tpr);
  const ofFails = binomialChances(m, tnr);
  for (const [passes, one] of ofRun.entries()) {
    for (const [hits, two] of ofPasses.entries()) {
      for (const [catches, three] of ofFails.entries()) {
        const chance = one * two * three;
        // Together these are below 1e-6 of all data sets.
        if (chance < 1e-12) continue;
        const judged = { passes, n, tpr: { hits, n: m }, tnr: { hits: catches, n: m } };
        yield { chance, ...correctedRate(judged) };
      }
    }
  }
}
