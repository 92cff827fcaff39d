import { clusteredMeanInterval, normalQuantile } from '../../src/numbers.ts';
import { binomialChances, enumerate, simulate } from './cell.mjs';
import { toDice } from './draw.mjs';

const counts = [6, 10, 20, 40, 100];

/**
 * Difference of two runs, by clusters: the interval that `compare` prints. A cluster has a level that both sides share,
 * and B is better by `gain` on average.
 */
export function* measurePaired() {
  yield* listImproved();
  const dice = toDice(5);
  for (const [row, size] of [
    ['difference of two runs, one pair per case', () => 1],
    ['difference of two runs, 3 repeats per case', () => 3],
    ['difference of two runs, conversations of 1–5 turns', () => 1 + dice.upTo(5)],
  ]) {
    for (const clusters of counts) {
      for (const [level, gain] of [
        [0.5, 0],
        [0.5, 0.2],
        [0.8, 0],
        [0.75, 0.1],
        [0.9, 0],
      ]) {
        const measure = () =>
          clusteredMeanInterval(drawPairs({ clusters, level, gain, size, dice }), { min: -1, max: 1 });
        const at = `${level} against ${(level + gain).toFixed(2)}`;
        yield { row, kind: 'clusters', n: clusters, at, ...simulate({ truth: gain, measure }) };
      }
    }
  }
}

/** Where nothing gets worse and few cases improve, the spread comes from those few. */
function* listImproved() {
  for (const clusters of counts) {
    for (const gain of [0.05, 0.1, 0.2, 0.5]) {
      const outcomes = binomialChances(clusters, gain).map((chance, improved) => {
        const sums = [
          { sum: 1, count: 1, times: improved },
          { sum: 0, count: 1, times: clusters - improved },
        ];
        return { chance, ...clusteredMeanInterval(sums, { min: -1, max: 1 }) };
      });
      const row = 'difference of two runs, no case gets worse';
      yield { row, kind: 'clusters', n: clusters, at: `gain ${gain}`, ...enumerate({ truth: gain, outcomes }) };
    }
  }
}

/** Half of the spread of each side is shared. The gain is exact: it raises the mean of B's own part. */
function drawPairs({ clusters, level, gain, size, dice }) {
  return Array.from({ length: clusters }, () => {
    const count = size();
    const shared = dice.clusterRate(level, 0.4);
    const other = dice.isHit(0.5) ? shared : dice.clusterRate(level, 0.4);
    const a = dice.binomial(count, shared);
    // Of what fails, a share turns to pass so that the mean rises by `gain`.
    const b = dice.binomial(count, other + (1 - other) * (gain / (1 - level)));
    return { sum: b - a, count };
  });
}

/** Bias and mean distance of a judge on a scale of −3 to 3, as `calibrate` prints them. n is samples. */
export function* measureBias() {
  const dice = toDice(6);
  for (const [row, toValue, bounds] of [
    ['bias on −3…3', (human, judge) => judge - human, { min: -6, max: 6 }],
    ['mean distance on −3…3', (human, judge) => Math.abs(judge - human), { min: 0, max: 6 }],
  ]) {
    for (const n of [10, 20, 40, 100]) {
      for (const [shift, spread] of [
        [0, 0.5],
        [0.5, 1],
        [-1, 1.5],
      ]) {
        const truth = toMean({ shift, spread }, toValue);
        const measure = () =>
          clusteredMeanInterval(
            Array.from({ length: n }, () => ({ sum: toValue(...drawScores({ shift, spread }, dice)), count: 1 })),
            bounds,
          );
        yield { row, kind: 'plain', n, at: `shift ${shift}, spread ${spread}`, ...simulate({ truth, measure }) };
      }
    }
  }
}

/** People use the upper end more; the judge adds its shift and noise, rounded to the scale. */
const humanShares = [0.05, 0.05, 0.1, 0.1, 0.2, 0.3, 0.2];

function drawScores({ shift, spread }, dice) {
  let place = 0;
  for (let left = dice.random() - humanShares[0]; left >= 0 && place < 6; left -= humanShares[place]) place++;
  return toScores(place, shift + spread * dice.normal());
}

function toScores(place, error) {
  const human = place - 3;
  return [human, Math.max(-3, Math.min(3, Math.round(human + error)))];
}

/** Over a grid of equally likely errors of the judge. */
function toMean({ shift, spread }, toValue) {
  const points = 20_000;
  let sum = 0;
  for (let point = 0; point < points; point++) {
    const error = shift + spread * normalQuantile((point + 0.5) / points);
    for (const [place, share] of humanShares.entries()) sum += share * toValue(...toScores(place, error));
  }
  return sum / points;
}
