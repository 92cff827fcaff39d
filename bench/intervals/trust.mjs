import { ppiRate, rateEValue, wilsonInterval } from '../../src/numbers.ts';
import { sumOfSquares, toTotals } from '../../src/statistics/clustered-error.ts';
import { effectiveSize } from '../../src/statistics/effective-wilson.ts';
import { binomialChances, enumerate, simulate } from './cell.mjs';
import { toDice } from './draw.mjs';

const unlabeled = 500;

/** Pass rate of a run from labels of a part: n labels drawn from the run, and 500 further verdicts of the judge. */
export function* measurePpi() {
  const dice = toDice(11);
  for (const n of [40, 100]) {
    for (const [pass, tpr, tnr] of [
      [0.8, 0.95, 0.8],
      [0.9, 0.95, 0.7],
      [0.6, 0.9, 0.9],
      [0.8, 0.97, 0.97],
      [0.8, 1, 0.8],
      [0.5, 0.7, 0.99],
      [0.95, 0.95, 0.6],
      [0.1, 0.7, 1],
    ]) {
      const at = `rate ${pass}, TPR ${tpr}, TNR ${tnr}`;
      const measure = () => ppiRate(drawLabels({ n, pass, tpr, tnr }, dice));
      yield {
        row: 'pass rate by PPI++, 500 further verdicts',
        kind: 'wilson',
        n,
        at,
        ...simulate({ truth: pass, measure }),
      };
      const outcomes = binomialChances(n, pass).map((chance, hits) => ({ chance, ...wilsonInterval(hits, n) }));
      yield { row: 'the same from the labels alone', kind: 'wilson', n, at, ...enumerate({ truth: pass, outcomes }) };
    }
  }
}

function drawLabels({ n, pass, tpr, tnr }, dice) {
  const judge = (label) => Number(dice.isHit(label === 1 ? tpr : 1 - tnr));
  const labels = Array.from({ length: n }, () => Number(dice.isHit(pass)));
  const passes = dice.binomial(unlabeled, pass * tpr + (1 - pass) * (1 - tnr));
  return {
    labels,
    judgeOnLabeled: labels.map(judge),
    judgeOnUnlabeled: Array.from({ length: unlabeled }, (_, i) => Number(i < passes)),
  };
}

/**
 * The chance that the e-value of a rate reaches its limit at some look, after each number of labels. Exact, with a look
 * after every label: each state is a number of hits that has not reached the limit yet.
 */
export function listReached({ rate, p0, limit, labels }) {
  let states = [1];
  let chance = 0;
  return Array.from({ length: labels }, (_, place) => {
    const n = place + 1;
    const next = Array.from({ length: n + 1 }, () => 0);
    for (const [hits, mass] of states.entries()) {
      next[hits + 1] += mass * rate;
      next[hits] += mass * (1 - rate);
    }
    for (let hits = n; hits >= 0 && rateEValue({ hits, n, p0 }).eValue >= limit; hits--) {
      chance += next[hits];
      next[hits] = 0;
    }
    states = next;
    return chance;
  });
}

/** The same with a look after every conversation of 1–5 labels, on effective counts: simulated, because it is not exact. */
export function simulateReached({ rate, icc, p0, limit, labels, draws }) {
  const dice = toDice(12);
  let reached = 0;
  for (let draw = 0; draw < draws; draw++) if (isReached({ rate, icc, p0, limit, labels, dice })) reached++;
  return reached / draws;
}

function isReached({ rate, icc, p0, limit, labels, dice }) {
  const clusters = [];
  for (let n = 0; n < labels; ) {
    const count = 1 + dice.upTo(5);
    clusters.push({ sum: dice.binomial(count, dice.clusterRate(rate, icc)), count });
    n += count;
    const totals = toTotals(clusters);
    // Fewer effective labels at the same rate never have a larger e-value above the limit.
    if (rateEValue({ hits: totals.sum, n: totals.n, p0 }).eValue < limit) continue;
    const share = totals.sum / totals.n;
    const size = effectiveSize({ ...totals, rate: share, squares: sumOfSquares(clusters, totals), atMost: totals.n });
    if (rateEValue({ hits: share * size, n: size, p0 }).eValue >= limit) return true;
  }
  return false;
}
