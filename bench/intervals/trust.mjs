import { gateEffectiveN, ppiRate, rateEValue, wilsonInterval } from '../../src/numbers.ts';
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

/**
 * Error rates with a look after every conversation, on the effective counts of the gate: simulated, because it is not exact.
 * `draw` gives the labels of one conversation: `{ isHit, weight }`.
 */
export function simulateReached({ draw, largestWeight, p0, limit, labels, draws }) {
  const dice = toDice(12);
  let reached = 0;
  for (let time = 0; time < draws; time++) {
    if (isReached({ draw: () => draw(dice), largestWeight, p0, limit, labels })) reached++;
  }
  return reached / draws;
}

function isReached({ draw, largestWeight, p0, limit, labels }) {
  const trials = [];
  const sums = { hits: 0, weights: 0 };
  for (let cluster = 0; trials.length < labels; cluster++) {
    for (const { isHit, weight } of draw()) {
      trials.push({ cluster: `c${cluster}`, isHit, weight });
      sums.hits += isHit ? weight : 0;
      sums.weights += weight;
    }
    const value = sums.hits / sums.weights;
    const isEnough = (n) => rateEValue({ hits: value * n, n, p0 }).eValue >= limit;
    // Fewer effective labels at the same rate never have a larger e-value above the limit.
    if (isEnough(trials.length) && isEnough(gateEffectiveN(trials, largestWeight))) return true;
  }
  return false;
}

/** Conversations of 1–5 labels, any two of which have a correlation of `icc`. */
export function toConversations(rate, icc) {
  return (dice) => {
    const own = dice.clusterRate(rate, icc);
    return Array.from({ length: 1 + dice.upTo(5) }, () => ({ isHit: dice.isHit(own), weight: 1 }));
  };
}

/** One label per conversation. The first stratum has the fraction `share` of all conversations and `drawn` of the labels. */
export function toStrata({ share, drawn, rates }) {
  return (dice) => {
    const isFirst = dice.isHit(drawn);
    const weight = isFirst ? share / drawn : (1 - share) / (1 - drawn);
    return [{ isHit: dice.isHit(rates[isFirst ? 0 : 1]), weight }];
  };
}
