import { labelPassRate } from '../../src/calibrate/labeled-pass-rate.ts';
import { toMetrics } from '../../src/calibrate/metrics.ts';
import { verifiedRates, weightedRateInterval } from '../../src/numbers.ts';
import { simulate } from './cell.mjs';
import { toDice } from './draw.mjs';

const draws = 10_000;
const judged = 300;

/**
 * TPR and TNR as `calibrate` prints them where a verdict chose the samples: 300 verdicts, and labels for some of what the judge
 * passed and failed. Labels of a class are a random number: a cell is in the column that its mean reaches.
 */
export function* measureVerified() {
  for (const [passed, failed] of [
    [10, 30],
    [20, 20],
    [30, 10],
    [40, 40],
    [80, 80],
  ]) {
    const known = new Map();
    for (const judge of listJudges(passed + failed > 40)) {
      for (const name of ['tpr', 'tnr']) {
        const dice = toDice(19);
        let labels = 0;
        const measure = () => {
          const rate = drawVerified({ ...judge, passed, failed }, dice, known)[name];
          labels += rate.n;
          return rate;
        };
        const found = simulate({ truth: judge[name], draws, measure });
        const n = [80, 40, 20, 10, 5, 0].find((size) => labels / draws >= size);
        const row = `${name.toUpperCase()}, ${passed} labels of passes and ${failed} of fails of the judge`;
        const at = `rate ${judge.pass}, TPR ${judge.tpr}, TNR ${judge.tnr}`;
        yield { row, kind: 'plain', n, at, ...found };
      }
    }
  }
}

function listJudges(isCoarse) {
  const [passes, tprs, tnrs] = isCoarse
    ? [
        [0.5, 0.9],
        [0.8, 0.99],
        [0.3, 0.7, 0.95],
      ]
    : [
        [0.5, 0.8, 0.95],
        [0.8, 0.95, 0.99],
        [0.3, 0.6, 0.8, 0.95],
      ];
  return passes.flatMap((pass) => tprs.flatMap((tpr) => tnrs.map((tnr) => ({ pass, tpr, tnr }))));
}

function drawVerified({ pass, tpr, tnr, passed, failed }, dice, known) {
  const passShare = pass * tpr + (1 - pass) * (1 - tnr);
  const judgedPass = dice.binomial(judged, passShare);
  const judgedFail = judged - judgedPass;
  const [ofPassed, ofFailed] = [Math.min(passed, judgedPass), Math.min(failed, judgedFail)];
  const right = dice.binomial(ofPassed, (pass * tpr) / passShare);
  const wrong = dice.binomial(ofFailed, (pass * (1 - tpr)) / (1 - passShare));
  const key = ((right * 100 + wrong) * 1000 + judgedPass) * 100;
  const found = known.get(key);
  if (found !== undefined) return found;
  const rates = verifiedRates({
    ...{ judgedPass, judgedFail },
    labeled: {
      ...{ judgePass_humanPass: right, judgePass_humanFail: ofPassed - right },
      ...{ judgeFail_humanPass: wrong, judgeFail_humanFail: ofFailed - wrong },
    },
  });
  known.set(key, rates);
  return rates;
}

/** Two strata that are drawn with unequal chances: a share of all conversations, and of the labels. */
const designs = [
  { share: 0.2, drawn: 0.5 },
  { share: 0.2, drawn: 0.8 },
];

/** TPR or TNR of weighted samples (Hájek). n is the samples of the class. */
export function* measureWeighted() {
  const dice = toDice(20);
  for (const { share, drawn } of designs) {
    const row = `TPR or TNR, ${100 * share}% of conversations and ${100 * drawn}% of labels in the first stratum`;
    for (const n of [20, 40, 100]) {
      for (const [first, second] of [
        [0.5, 0.5],
        [0.8, 0.8],
        [0.95, 0.95],
        [0.95, 0.7],
        [0.5, 0.9],
      ]) {
        const measure = () => weightedRateInterval(drawTrials({ n, share, drawn, rates: [first, second] }, dice));
        const truth = share * first + (1 - share) * second;
        yield { row, kind: 'wilson', n, at: `rates ${first} and ${second}`, ...simulate({ truth, draws, measure }) };
      }
    }
  }
}

function drawTrials({ n, share, drawn, rates }, dice) {
  return Array.from({ length: n }, (_, place) => {
    const isFirst = dice.isHit(drawn);
    const weight = isFirst ? share / drawn : (1 - share) / (1 - drawn);
    return { cluster: `c${place}`, isHit: dice.isHit(rates[isFirst ? 0 : 1]), weight };
  });
}

const binary = { scale: { min: 0, max: 1, step: 1 }, pass: 1 };

/** Weighted κ and α: 20% of conversations and half of the labels are in the first stratum, where more replies fail. n is samples. */
export function* measureWeightedKappa() {
  const [{ share, drawn }] = designs;
  for (const n of [20, 40, 100]) {
    for (const [first, second, tpr, tnr] of [
      [0.5, 0.95, 0.95, 0.8],
      [0.5, 0.5, 0.8, 0.8],
    ]) {
      const known = new Map();
      const pass = share * first + (1 - share) * second;
      const at = `${pass.toFixed(2)} pass, TPR ${tpr}, TNR ${tnr}`;
      const judgePass = pass * tpr + (1 - pass) * (1 - tnr);
      const differ = pass * (1 - tpr) + (1 - pass) * (1 - tnr);
      const mean = (pass + judgePass) / 2;
      const truths = {
        kappa: 1 - differ / (pass * (1 - judgePass) + judgePass * (1 - pass)),
        alphaNominal: 1 - differ / (2 * mean * (1 - mean)),
      };
      for (const name of ['kappa', 'alphaNominal']) {
        const dice = toDice(21);
        const measure = () =>
          measureCounts(drawCounts({ n, drawn, rates: [first, second], tpr, tnr }, dice), known)[name];
        const row = `${name === 'kappa' ? 'κ' : 'α'} of weighted samples`;
        yield { row, kind: 'plain', n, at, ...simulate({ truth: truths[name], draws, measure }) };
      }
    }
  }
}

/** Samples by stratum, label and verdict. */
function drawCounts({ n, drawn, rates, tpr, tnr }, dice) {
  const counts = Array.from({ length: 8 }, () => 0);
  for (let sample = 0; sample < n; sample++) {
    const stratum = dice.isHit(drawn) ? 0 : 1;
    const human = Number(dice.isHit(rates[stratum]));
    const judge = dice.isHit(human === 1 ? tpr : tnr) ? human : 1 - human;
    counts[4 * stratum + 2 * human + judge] += 1;
  }
  return counts;
}

function measureCounts(counts, known) {
  const key = counts.join();
  const found = known.get(key);
  if (found !== undefined) return found;
  const [{ share, drawn }] = designs;
  const samples = counts.flatMap((times, cell) =>
    Array.from({ length: times }, (_, place) => ({
      ...{ human: (cell >> 1) & 1, judge: cell & 1, cluster: `c${cell}-${place}` },
      weight: cell < 4 ? share / drawn : (1 - share) / (1 - drawn),
    })),
  );
  const metrics = toMetrics(samples, binary, ['kappa', 'alphaNominal']);
  known.set(key, metrics);
  return metrics;
}

const conversations = 200;

/**
 * Pass rate of a run of 200 conversations of 1–5 turns by PPI++, as a run prints it: one random reply of each of n drawn
 * conversations has a label, and weighs as the conversation has turns. In the uneven rows long conversations pass less often.
 */
export function* measurePpiClusters() {
  const dice = toDice(22);
  for (const n of [40, 100]) {
    for (const [pass, slope, tpr, tnr] of [
      [0.8, 0, 0.95, 0.8],
      [0.6, 0, 0.9, 0.9],
      [0.9, 0.03, 0.95, 0.7],
      [0.8, 0.08, 0.95, 0.8],
    ]) {
      // Each length is as likely as any other; a reply is in a conversation of that length in proportion to it.
      const rates = [1, 2, 3, 4, 5].map((turns) => pass - slope * (turns - 3));
      const truth = rates.reduce((sum, rate, place) => sum + (rate * (place + 1)) / 15, 0);
      const measure = () => measureRun({ n, rates, tpr, tnr }, dice);
      const row = 'pass rate by PPI++, conversations of 1–5 turns, ICC 0.3, weighted labels';
      const at = `rate ${truth.toFixed(2)}, ${slope === 0 ? 'even' : 'uneven'}, TPR ${tpr}, TNR ${tnr}`;
      yield { row, kind: 'wilson', n, at, ...simulate({ truth, draws, measure }) };
    }
  }
}

function measureRun({ n, rates, tpr, tnr }, dice) {
  const replies = [];
  const drawn = [];
  for (let conversation = 0; conversation < conversations; conversation++) {
    const turns = 1 + dice.upTo(5);
    const own = dice.clusterRate(rates[turns - 1], 0.3);
    const labels = Array.from({ length: turns }, () => Number(dice.isHit(own)));
    for (const [turnIndex, label] of labels.entries()) {
      const isPass = dice.isHit(label === 1 ? tpr : 1 - tnr);
      replies.push({ conversation, turnIndex, isPass, cluster: `c${conversation}` });
    }
    // Conversations are alike, so that the first n are as random as any.
    if (conversation >= n) continue;
    const turnIndex = dice.upTo(turns);
    const conversationChance = n / conversations;
    const inclusionProbability = conversationChance / turns;
    drawn.push({ conversation, turnIndex, conversationChance, inclusionProbability, score: labels[turnIndex] });
  }
  return labelPassRate(replies, { question: 'deck', drawn, chosen: [], pass: 1 });
}
