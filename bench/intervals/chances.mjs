import { missedAlpha, toGate } from '../../src/calibrate/gate/gate.ts';
import { toNeededE } from '../../src/conversation/judge/gate-names.ts';
import { wilsonInterval } from '../../src/numbers.ts';
import { toDice } from './draw.mjs';
import { listMissing, listPower } from './simulate-compare.mjs';
import { listSwapLevels } from './swap.mjs';
import { listReached, simulateReached, toConversations, toStrata } from './trust.mjs';

const draws = 10_000;

/** Chances of wrong verdicts, and of right ones, by name. Rows: what, cells of n and chance, and where there is one a bar. */
export const chanceTables = {
  'not-trusted': {
    title: 'The gate at a limit of 0.80 calls a judge at its limit not trusted, with a look after every conversation',
    counts: 'n = labels',
    list: listFalseMisses,
  },
  judges: {
    title:
      'Several judges on one test set, each at its limit of 0.80, are trusted, with a look after every label to 500',
    counts: 'n = which judge of the test set it is, exact',
    list: listJudges,
  },
  flow: {
    title:
      'A judge with a TPR of 0.99 is trusted when people follow the printed advice: 30 random labels, then at most 6 rounds',
    counts: `n = true TNR, ${draws.toLocaleString('en-US')} flows each, 90% of replies pass`,
    list: listFlows,
  },
  missing: {
    title: 'compare with missing verdicts and no true difference',
    counts: `n = cases, ${draws.toLocaleString('en-US')} draws`,
    list: () => listMissing(draws).map((row) => ({ ...row, bar: { sign: '≤', limit: 0.03 } })),
  },
  power: {
    title: 'compare finds a true gain of 20 points',
    counts: `n = cases, ${draws.toLocaleString('en-US')} draws`,
    list: () =>
      // The clipped gain is smaller than 20 points: nothing is promised for it.
      listPower(draws).map((row) =>
        row.what.includes('clipped') ? row : { ...row, bar: { sign: '≥', limit: 0.75, n: 100 } },
      ),
  },
  'swap-level': {
    title: 'Judge swap: a judge that is worse by exactly 5 points is called not worse in a class',
    counts: 'n = conversations',
    // A little more than 2.5%, because the test is not exact.
    list: () => listSwapLevels({ draws }).map((row) => ({ ...row, bar: { sign: '≤', limit: 0.031 } })),
  },
};

/** By misses of a judge that is right in 0.80: the test in the other direction, at the e-value that one rate needs. */
function listFalseMisses() {
  const mirrored = { p0: 0.2, limit: 1 / missedAlpha.metrics, labels: 500 };
  const bar = { sign: '≤', limit: 0.05 };
  const exact = listReached({ ...mirrored, rate: 0.2 });
  const uneven = [
    ...[0.3, 0.6].map((icc) => ({
      what: `conversations of 1–5 labels, ICC ${icc}`,
      draw: toConversations(0.2, icc),
    })),
    {
      what: 'two strata with rates 0.95 and 0.7625, 20% of conversations and 80% of labels are of the first',
      draw: toStrata({ share: 0.2, drawn: 0.8, rates: [0.05, 0.2375] }),
      largestWeight: 4,
    },
  ];
  return [
    { what: 'one label per conversation, exact', cells: [24, 100, 500].map((n) => ({ n, chance: exact[n - 1] })), bar },
    ...uneven.map(({ what, ...drawn }) => ({
      what: `${what}, ${draws.toLocaleString('en-US')} draws`,
      cells: [{ n: 500, chance: simulateReached({ ...mirrored, ...drawn, draws }) }],
      bar,
    })),
  ];
}

function listJudges() {
  const chances = Array.from({ length: 20 }, (_, place) =>
    listReached({ rate: 0.8, p0: 0.8, limit: toNeededE(place + 1), labels: 500 }).at(-1),
  );
  const all = chances.reduce((sum, chance) => sum + chance, 0);
  const cells = [1, 2, 3, 5, 10].map((n) => ({ n, chance: chances[n - 1] }));
  return [
    { what: 'trusted (false)', cells, bar: { sign: '≤', limit: 0.025 } },
    { what: 'the first 20 judges together, at most', cells: [{ n: 20, chance: all }], bar: { sign: '≤', limit: 0.05 } },
  ];
}

function listFlows() {
  const known = new Map();
  const cells = [0.5, 0.6, 0.7].map((tnr) => {
    const dice = toDice(18);
    let trusted = 0;
    for (let flow = 0; flow < draws; flow++) if (endsTrusted({ pass: 0.9, tpr: 0.99, tnr }, dice, known)) trusted++;
    return { n: tnr, chance: trusted / draws };
  });
  return [{ what: 'trusted (false)', cells, bar: { sign: '≤', limit: 0.025 } }];
}

const rounds = 6;

/** Labels are drawn at random: as many more as the gate asks for, divided by the share of their class. */
function endsTrusted({ pass, tpr, tnr }, dice, known) {
  const counts = { tpr: { hits: 0, n: 0 }, tnr: { hits: 0, n: 0 } };
  let wanted = 30;
  for (let round = 0; round <= rounds; round++) {
    for (let label = 0; label < wanted; label++) {
      const [name, rate] = dice.isHit(pass) ? ['tpr', tpr] : ['tnr', tnr];
      counts[name].n++;
      if (dice.isHit(rate)) counts[name].hits++;
    }
    const decided = ['tpr', 'tnr'].map((name) => decide(name, counts[name], known));
    if (decided.some(({ state }) => state === 'missed')) return false;
    if (decided.every(({ state }) => state === 'met')) return true;
    const all = counts.tpr.n + counts.tnr.n;
    const toDraws = ({ needed }, share) => (needed === 0 ? 0 : Math.ceil(needed / Math.max(share, 1 / all)));
    wanted = Math.max(toDraws(decided[0], counts.tpr.n / all), toDraws(decided[1], counts.tnr.n / all));
  }
  return false;
}

/** What the gate says about one rate while nothing is known of the other: it is met by its own labels alone. */
function decide(name, { hits, n }, known) {
  const key = `${name} ${hits} ${n}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const nothing = { value: null, n: 0 };
  const { value, low, high } = wilsonInterval(hits, n);
  const metric = value === null ? nothing : { value, low, high, n };
  const gate = toGate({ metrics: { tpr: nothing, tnr: nothing, [name]: metric }, n: 1, graded: 1 });
  const { state } = gate.metrics.find((each) => each.metric === name);
  const decided = { state, needed: gate.needed.find((each) => each.metric === name)?.labels.fewest ?? 0 };
  known.set(key, decided);
  return decided;
}

/** The cell that a bar is about: the worst, or the one of its n. */
export function toJudged({ cells, bar }) {
  const asked = cells.filter(({ n }) => bar?.n === undefined || n === bar.n).map(({ chance }) => chance);
  const chance = bar?.sign === '≥' ? Math.min(...asked) : Math.max(...asked);
  return { chance, met: bar === undefined ? null : bar.sign === '≥' ? chance >= bar.limit : chance <= bar.limit };
}

export function renderChances({ title, counts }, rows) {
  const sizes = [...new Set(rows.flatMap(({ cells }) => cells.map(({ n }) => n)))].sort((a, b) => a - b);
  const head = ['', ...sizes.map(String), 'bar'];
  const body = rows.map((row) => [
    row.what,
    ...sizes.map((size) => renderChance(row.cells.find(({ n }) => n === size))),
    row.bar === undefined ? '' : `${renderBar(row.bar)}${toJudged(row).met ? '' : ' ✗'}`,
  ]);
  const lines = [head, head.map(() => '---'), ...body].map((line) => `| ${line.join(' | ')} |`);
  return [`### ${title} (${counts})`, '', ...lines, ''].join('\n');
}

function renderChance(cell) {
  return cell === undefined ? '' : toPercent(cell.chance);
}

export function renderBar({ sign, limit, n }) {
  return `${sign} ${toPercent(limit)}${n === undefined ? '' : ` at ${n}`}`;
}

export function toPercent(share) {
  return `${(100 * share).toFixed(2)} %`;
}
