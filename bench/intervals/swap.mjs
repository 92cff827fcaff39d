import { pairedNonInferiority, tangoInterval } from '../../src/numbers.ts';
import { enumerate } from './cell.mjs';
import { toDice } from './draw.mjs';

const margin = 0.05;
const alpha = 0.025;
const sizes = [20, 40, 73, 100, 200];

/** Difference of two judges on the same samples, a conversation each: exact, over all possible wins and losses. */
export function* measureSwapInterval() {
  for (const n of [20, 40, 73, 100]) {
    for (const [wins, losses] of [
      [0.02, 0.02],
      [0.05, 0.05],
      [0.02, 0.07],
      [0.1, 0.15],
      [0.05, 0.25],
    ]) {
      const outcomes = listOutcomes({ n, wins, losses }, tangoInterval);
      const at = `${wins} won, ${losses} lost`;
      yield { row: 'difference of two judges', kind: 'plain', n, at, ...enumerate({ truth: wins - losses, outcomes }) };
    }
  }
}

/**
 * How often a judge that is worse by exactly 5 points is called not worse in a class, at most over several shares of samples
 * that only the new judge gets right. n is conversations. Exact where they have one sample each; simulated where they have 1–5
 * and half of the conversations have the same outcome on all of them.
 */
export function listSwapLevels({ draws = 10_000 } = {}) {
  const dice = toDice(17);
  const toMost = (n, toChance) => ({
    n,
    chance: Math.max(...[0, 0.01, 0.02, 0.05, 0.1, 0.2].map((wins) => toChance(n, wins))),
  });
  const simulateChance = (n, wins) => {
    let count = 0;
    for (let draw = 0; draw < draws; draw++) {
      const clusters = Array.from({ length: n }, () => drawCluster({ wins, losses: wins + margin }, dice));
      if (pairedNonInferiority(clusters, margin).p < alpha) count += 1;
    }
    return count / draws;
  };
  return [
    { what: 'one sample per conversation, exact', cells: sizes.map((n) => toMost(n, toExactChance)) },
    {
      what: `1–5 samples per conversation, ${draws.toLocaleString('en-US')} draws`,
      cells: sizes.map((n) => toMost(n, simulateChance)),
    },
  ];
}

function toExactChance(n, wins) {
  let chance = 0;
  for (const outcome of listOutcomes({ n, wins, losses: wins + margin }, toDecision)) {
    if (outcome.isNotWorse) chance += outcome.chance;
  }
  return chance;
}

function drawCluster({ wins, losses }, dice) {
  const pairs = 1 + dice.upTo(5);
  const shared = dice.isHit(0.5) ? dice.random() : undefined;
  const cluster = { wins: 0, losses: 0, pairs };
  for (let pair = 0; pair < pairs; pair++) {
    const at = shared ?? dice.random();
    if (at < wins) cluster.wins += 1;
    else if (at < wins + losses) cluster.losses += 1;
  }
  return cluster;
}

function toDecision({ wins, losses, n }) {
  const clusters = [
    { wins: 1, losses: 0, pairs: 1, times: wins },
    { wins: 0, losses: 1, pairs: 1, times: losses },
    { wins: 0, losses: 0, pairs: 1, times: n - wins - losses },
  ];
  return { isNotWorse: pairedNonInferiority(clusters, margin).p < alpha };
}

/** Every number of wins and losses with its chance, and what `measure` says about it. Outcomes too rare to matter are left out. */
function* listOutcomes({ n, wins, losses }, measure) {
  const logFactorials = [0];
  for (let k = 1; k <= n; k++) logFactorials.push(logFactorials[k - 1] + Math.log(k));
  const toLog = (count, probability) => (count === 0 ? 0 : count * Math.log(probability));
  for (let won = 0; won <= n; won++) {
    for (let lost = 0; won + lost <= n; lost++) {
      const ties = n - won - lost;
      const ways = logFactorials[n] - logFactorials[won] - logFactorials[lost] - logFactorials[ties];
      const chance = Math.exp(ways + toLog(won, wins) + toLog(lost, losses) + toLog(ties, 1 - wins - losses));
      if (chance > 1e-9) yield { chance, ...measure({ wins: won, losses: lost, n }) };
    }
  }
}
