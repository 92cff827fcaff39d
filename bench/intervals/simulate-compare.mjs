// node bench/intervals/simulate-compare.mjs [draws]: false verdicts, power and coverage of compare and noise, in simulated runs.

import { findFallenClaim } from '../../src/compare/missing-verdicts.ts';
import { testPairs, toComparisonVerdict } from '../../src/compare/test-pairs.ts';
import { chanceDifference, flipRate, minimumDetectableDifference, seededRandom } from '../../src/numbers.ts';
import { drawBeta } from './draw.mjs';

/** A run whose cases differ: most are easy, some are hard. */
const unevenly = (random) => drawBeta(random, 1.2, 0.6);

/** Clusters as compare tallies them: [pairs, sum of differences] each. */
function testClusters(clusters) {
  const kinds = new Map();
  let [pairs, improved, regressed] = [0, 0, 0];
  for (const [count, sum, won = Math.max(0, sum), lost = Math.max(0, -sum)] of clusters) {
    pairs += count;
    improved += won;
    regressed += lost;
    const key = `${count} ${sum}`;
    const kind = kinds.get(key) ?? { count, sum, times: 0 };
    kind.times++;
    kinds.set(key, kind);
  }
  const tally = {
    pairs,
    improved,
    regressed,
    unchanged: pairs - improved - regressed,
    clusters: clusters.length,
    kinds: [...kinds.values()],
  };
  return testPairs(tally, { seed: 1 });
}

function playCluster(random, plays, [a, b]) {
  let [won, lost] = [0, 0];
  for (let play = 0; play < plays; play++) {
    const [inA, inB] = [random() < a, random() < b];
    if (inB && !inA) won++;
    if (inA && !inB) lost++;
  }
  return [plays, won - lost, won, lost];
}

/** 1, 0 or null for a missing verdict; the pairs as compare reads them. */
function toVerdict(pairs) {
  const read = (missingA, missingB) =>
    testClusters(
      pairs
        .map(([a, b]) => [a ?? missingA, b ?? missingB])
        .filter(([a, b]) => a !== undefined && b !== undefined)
        .map(([a, b]) => [1, b - a]),
    );
  const decided = toComparisonVerdict(read());
  const fallen = findFallenClaim(decided, { better: read(1, 0), worse: read(0, 1) });
  return fallen === undefined ? decided : 'inconclusive';
}

function share(draws, seed, isHit) {
  const random = seededRandom(seed);
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) if (isHit(random)) hits++;
  return hits / draws;
}

const list = (length, make) => Array.from({ length }, (_, index) => make(index));
const percent = (value) => `${(100 * value).toFixed(1)}%`;

/** No true difference; one side ends in error on a share of what it would fail. Chances of a false verdict, per number of cases. */
export function listMissing(draws) {
  return [0.5, 0.2].flatMap((silent) =>
    [
      ['better', 'B'],
      ['worse', 'A'],
    ].map(([verdict, silentSide]) => {
      const draw = (random, isSilent) => {
        const [isPass, isError] = [random() < 0.7, random() < silent];
        return isPass ? 1 : isSilent && isError ? undefined : 0;
      };
      const isFalse = (cases) => (random) =>
        toVerdict(list(cases, () => [draw(random, silentSide === 'A'), draw(random, silentSide === 'B')])) === verdict;
      return {
        what: `false ${verdict}, ${silentSide} is in error on ${Math.round(100 * silent)}% of what it would fail`,
        cells: [40, 100, 200].map((cases) => ({ n: cases, chance: share(draws, cases, isFalse(cases)) })),
      };
    }),
  );
}

/** Chance that compare finds a true gain of 20 points, per number of cases. */
export function listPower(draws) {
  const models = {
    '40% → 60%': () => [0.4, 0.6],
    '60% → 80%': () => [0.6, 0.8],
    '75% → 95%': () => [0.75, 0.95],
    'uneven cases, +20 clipped (+14)': (random) => {
      const rate = unevenly(random);
      return [rate, Math.min(0.99, rate + 0.2)];
    },
  };
  return Object.entries(models).map(([model, toRates]) => {
    const isBetter = (cases) => (random) =>
      toComparisonVerdict(testClusters(list(cases, () => playCluster(random, 1, toRates(random))))) === 'better';
    return {
      what: `a true gain, ${model}`,
      cells: [40, 100, 200].map((cases) => ({ n: cases, chance: share(draws, cases, isBetter(cases)) })),
    };
  });
}

const simulateMissing = (draws) => listMissing(draws).map(toLine);
const simulatePower = (draws) => listPower(draws).map(toLine);

function toLine({ what, cells }) {
  return { what, ...Object.fromEntries(cells.map(({ n, chance }) => [`${n} cases`, percent(chance)])) };
}

const shapes = {
  'single pairs, 5% and 10%': { rates: () => [0.05, 0.1], plays: () => 1, truth: 0.05 },
  'single pairs, 50% and 60%': { rates: () => [0.5, 0.6], plays: () => 1, truth: 0.1 },
  'single pairs, 70% and 80%': { rates: () => [0.7, 0.8], plays: () => 1, truth: 0.1 },
  'single pairs, 95% and 95%': { rates: () => [0.95, 0.95], plays: () => 1, truth: 0 },
  '3 repeats, uneven cases, equal': {
    rates: (random) => list(2, () => 0).fill(unevenly(random)),
    plays: () => 3,
    truth: 0,
  },
  '1–5 turns of one conversation': {
    rates: (random) => [drawBeta(random, 1.4, 0.6), drawBeta(random, 1.6, 0.4)],
    plays: (random) => 1 + Math.floor(5 * random()),
    truth: 0.1,
  },
};

export function simulateCoverage(draws) {
  return Object.entries(shapes).map(([shape, { rates, plays, truth }]) => {
    const covers = (clusters) => (random) => {
      const drawn = list(clusters, () => playCluster(random, plays(random), rates(random)));
      const { low, high } = testClusters(drawn).difference;
      return low <= truth && truth <= high;
    };
    const cells = [6, 10, 20, 40, 100].map((clusters) => [
      `${clusters} clusters`,
      share(draws, clusters, covers(clusters)).toFixed(3),
    ]);
    return { shape, ...Object.fromEntries(cells) };
  });
}

/** The mean difference is 0, and sign flips do not leave the distribution as it is. */
export function simulateAsymmetry(draws) {
  const models = { '+5 in 10%, −1 in 50% of clusters of 5': [5, 0.1, 0.5], '+3 in 20%, −1 in 60%': [3, 0.2, 0.6] };
  return Object.entries(models).map(([model, [gain, gains, regressed]]) => {
    const draw = (random) => {
      const chance = random();
      return chance < gains ? gain : chance < gains + regressed ? -1 : 0;
    };
    const isWorse = (clusters) => (random) =>
      toComparisonVerdict(testClusters(list(clusters, () => [5, draw(random)]))) === 'worse';
    const cells = [20, 40, 100].map((clusters) => [
      `${clusters} clusters`,
      percent(share(draws, clusters, isWorse(clusters))),
    ]);
    return { 'false worse': model, ...Object.fromEntries(cells) };
  });
}

/** Power of compare at the minimum detectable difference; 80% is promised. */
export function simulateDetectable(draws) {
  const plans = [
    { clusters: 20 },
    { clusters: 40, changed: 0.2 },
    { clusters: 100, changed: 0.2 },
    { clusters: 200, changed: 0.2 },
    { clusters: 100, flipRate: 0.1, changed: 0.1 },
    { clusters: 40, flipRate: 0.2, plays: 3 },
    { clusters: 100, flipRate: 0.2, plays: 3 },
    { clusters: 100, flipRate: 0.3, plays: 5, changed: 0.2 },
    { clusters: 10, flipRate: 0.2, plays: 20, moves: 'all' },
    { clusters: 40, flipRate: 0.2, plays: 5, moves: 'all' },
    { clusters: 100, flipRate: 0.2, plays: 3, moves: 'all' },
  ];
  return plans.map((plan) => {
    const { clusters, changed = 0, flipRate: flips = 0, plays = 1, moves = 'some' } = plan;
    const difference = minimumDetectableDifference(plan).value;
    const steady = (1 + Math.sqrt(1 - 2 * flips)) / 2;
    const good = Math.max(changed, difference);
    const rates = (random) => {
      if (moves === 'all') return [steady - difference, steady];
      const chance = random();
      if (chance < (good + difference) / 2) return [0, 1];
      return chance < good ? [1, 0] : [steady, steady];
    };
    const isBetter = (random) =>
      toComparisonVerdict(testClusters(list(clusters, () => playCluster(random, plays, rates(random))))) === 'better';
    return {
      plan: JSON.stringify(plan),
      difference: percent(difference),
      power: percent(share(draws, clusters, isBetter)),
    };
  });
}

/** How often two runs of one target differ by what noise calls chance alone; at most 5% is promised. */
export function simulateChance(draws) {
  return [20, 50, 100, 200].map((cases) => {
    const reaches = (random) => {
      const rates = list(cases, () => unevenly(random));
      const plays = (rate, count) => list(count, () => Number(random() < rate)).reduce((sum, one) => sum + one, 0);
      const { value, high } = flipRate(rates.map((rate) => ({ passed: plays(rate, 5), of: 5 })));
      const limit = chanceDifference({ flipRate: value === 0 ? high : value, cases });
      const difference = rates.reduce((sum, rate) => sum + plays(rate, 1) - plays(rate, 1), 0);
      return Math.abs(difference) >= Math.round(limit * cases);
    };
    return { cases, 'reached by chance (≤ 5%)': percent(share(draws, cases, reaches)) };
  });
}

if (import.meta.main) {
  const draws = Number(process.argv[2] ?? 10_000);
  const tables = {
    simulateMissing,
    simulatePower,
    simulateCoverage,
    simulateAsymmetry,
    simulateDetectable,
    simulateChance,
  };
  for (const [name, simulate] of Object.entries(tables)) {
    console.log(`${name}, ${draws.toLocaleString('en')} draws`);
    console.table(simulate(draws));
  }
}
