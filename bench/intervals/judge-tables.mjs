import { toAgreementMetrics } from '../../src/calibrate/agreement/agreement.ts';
import { calibrate } from '../../src/numbers.ts';
import { simulate } from './cell.mjs';
import { toDice } from './draw.mjs';

/** calibrate() takes milliseconds, so that each table of counts is measured once and drawn 10,000 times. */
const draws = 10_000;
const binary = { scale: [0, 1], step: 1, pass: 1 };

/** Cohen's κ and Krippendorff's α of a calibration, and its bias on a pass-fail scale. n is samples. */
export function* measureKappa() {
  for (const n of [20, 40, 100]) {
    const known = new Map();
    for (const [pass, tpr, tnr] of [
      [0.5, 0.8, 0.8],
      [0.9, 0.95, 0.6],
      [0.9, 0.95, 0.8],
      [0.95, 0.95, 0.6],
      [0.95, 0.95, 0.8],
    ]) {
      const cells = [pass * tpr, pass * (1 - tpr), (1 - pass) * (1 - tnr), (1 - pass) * tnr];
      const rarity = pass === 0.5 ? 'half fail' : `${Math.round(100 - 100 * pass)} % fail`;
      const at = `TPR ${tpr}, TNR ${tnr}`;
      const truths = { ...toChanceCorrected(cells), bias: cells[2] - cells[1] };
      for (const metric of ['kappa', 'alphaNominal', 'bias']) {
        const dice = toDice(8);
        const measure = () => {
          const table = drawTable(n, cells, dice);
          return remember(known, table.join(), () => calibrateTable(table))[metric];
        };
        const title = { kappa: 'κ of calibrate', alphaNominal: 'α of calibrate', bias: 'bias of pass and fail' }[
          metric
        ];
        yield {
          row: `${title}, ${rarity}`,
          kind: 'plain',
          n,
          at,
          ...simulate({ truth: truths[metric], draws, measure }),
        };
      }
    }
  }
}

/** Both pass, only people, only the judge, both fail. */
function calibrateTable([bothPass, people, judge, bothFail]) {
  const pairs = [
    [1, 1, bothPass],
    [1, 0, people],
    [0, 1, judge],
    [0, 0, bothFail],
  ].flatMap(([human, score, times]) => Array.from({ length: times }, () => [human, score]));
  const labels = pairs.map(([human], i) => ({ sample: `s${i}`, score: human }));
  const verdicts = pairs.map(([, score], i) => ({ sample: `s${i}`, score }));
  const { kappa, alphaNominal, bias } = calibrate(verdicts, labels, binary);
  return { kappa, alphaNominal, bias };
}

/** κ and α of the whole population: 1 − disagreement/disagreement by chance. */
function toChanceCorrected([bothPass, people, judge]) {
  const ofPeople = bothPass + people;
  const ofJudge = bothPass + judge;
  const mean = (ofPeople + ofJudge) / 2;
  const differ = people + judge;
  return {
    kappa: 1 - differ / (ofPeople * (1 - ofJudge) + ofJudge * (1 - ofPeople)),
    alphaNominal: 1 - differ / (2 * mean * (1 - mean)),
  };
}

function drawTable(n, cells, dice) {
  const counts = [];
  let left = n;
  let share = 1;
  for (const cell of cells.slice(0, -1)) {
    const count = dice.binomial(left, Math.min(1, cell / share));
    counts.push(count);
    left -= count;
    share -= cell;
  }
  return [...counts, left];
}

function remember(known, key, compute) {
  if (!known.has(key)) known.set(key, compute());
  return known.get(key);
}

/** agreement(): two raters of pass and fail, three raters of a 5-point scale. n is units. */
export function* measureAgreement() {
  for (const n of [10, 20, 40, 100]) {
    for (const [pass, right] of [
      [0.5, 0.85],
      [0.7, 0.9],
      [0.9, 0.9],
      [0.9, 0.97],
      [0.95, 0.9],
      [0.95, 0.97],
    ]) {
      const both = pass * right ** 2 + (1 - pass) * (1 - right) ** 2;
      const cells = [both, right * (1 - right), right * (1 - right), pass * (1 - right) ** 2 + (1 - pass) * right ** 2];
      const truths = toChanceCorrected(cells);
      const known = new Map();
      for (const [title, metric, truth] of [
        ['κ of agreement()', 'cohenKappa', truths.kappa],
        ['α of agreement()', 'alphaNominal', truths.alphaNominal],
        ['percent agreement', 'percentAgreement', both + cells[3]],
      ]) {
        const dice = toDice(9);
        const measure = () => {
          const table = drawTable(n, cells, dice);
          return remember(known, table.join(), () => agreeTable(table))[metric];
        };
        const kind = metric === 'percentAgreement' ? 'wilson' : 'plain';
        const at = `${pass} pass, raters right in ${right}`;
        yield { row: `${title}, 2 raters, pass or fail`, kind, n, at, ...simulate({ truth, draws, measure }) };
      }
    }
  }
  yield* measureScale();
}

function agreeTable(table) {
  const scores = [
    [1, 1],
    [1, 0],
    [0, 1],
    [0, 0],
  ];
  const units = table.flatMap((times, cell) => Array.from({ length: times }, () => scores[cell]));
  const ratings = units.flatMap(([a, b], unit) => [
    { unit: `u${unit}`, rater: 'a', score: a },
    { unit: `u${unit}`, rater: 'b', score: b },
  ]);
  return toAgreementMetrics(ratings, { scale: [0, 1], step: 1 }, ['cohenKappa', 'alphaNominal', 'percentAgreement']);
}

/** No two of these data sets are alike, so that fewer resamples are drawn of each: 400 instead of 2,000. */
const resamples = 400;

function* measureScale() {
  const dice = toDice(10);
  const options = { scale: [1, 5], step: 1, resamples };
  const truth = toAgreementMetrics(drawScale(60_000, dice), { ...options, resamples: 100 }, [
    'alphaInterval',
  ]).alphaInterval;
  for (const n of [10, 20, 40, 100]) {
    const measure = () => toAgreementMetrics(drawScale(n, dice), options, ['alphaInterval']).alphaInterval;
    const row = `α of agreement(), 3 raters, 5-point scale, ${resamples} resamples`;
    yield {
      row,
      kind: 'plain',
      n,
      at: `α ${truth.value.toFixed(3)}`,
      ...simulate({ truth: truth.value, draws, measure }),
    };
  }
}

function drawScale(n, dice) {
  return Array.from({ length: n }, (_, unit) => {
    const level = 3.3 + 1.2 * dice.normal();
    return ['a', 'b', 'c'].map((rater) => ({
      unit: `u${unit}`,
      rater,
      score: Math.max(1, Math.min(5, Math.round(level + 0.8 * dice.normal()))),
    }));
  }).flat();
}
