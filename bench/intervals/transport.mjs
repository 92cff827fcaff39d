import { reweightRates, toMix } from '../../src/calibrate/certificate/certificate-mix.ts';
import { correctPassRate } from '../../src/calibrate/certificate/corrected-pass-rate.ts';
import { wilsonInterval } from '../../src/numbers.ts';
import { simulate } from './cell.mjs';
import { toDice } from './draw.mjs';

const tpr = 0.95;
const tnr = { easy: 0.95, hard: 0.55 };

/**
 * Corrected pass rate of a run whose mix is not that of the judge's calibration samples: half of the samples are hard, 90%
 * or 10% of the run. By rates that are weighted to the run. By those of the certificate, 300 verdicts at a rate of 0.6 and
 * 90% hard would be covered in 0.51 of the data sets.
 */
export function* measureTransport() {
  const dice = toDice(13);
  for (const n of [100, 300, 1000]) {
    for (const [samples, pass, hard] of [
      [50, 0.6, 0.9],
      [100, 0.6, 0.9],
      [100, 0.8, 0.9],
      [100, 0.8, 0.1],
      [100, 0.8, 0.5],
    ]) {
      const at = `${samples} samples per class, rate ${pass}, ${100 * hard}% hard`;
      const measure = () => correct(drawRun({ n, pass, hard, certificate: drawCertificate(samples, dice) }, dice));
      const row = 'corrected rate, weighted to another mix';
      yield { row, kind: 'plain', n, at, ...simulate({ truth: pass, draws: 10_000, measure }) };
    }
  }
}

function correct({ certificate, raw, mix }) {
  const transport = reweightRates(certificate, mix);
  const judge = { certificateStatus: 'current', changed: [], certificate };
  return correctPassRate({ raw, pass: 1, ...(transport === undefined ? {} : { transport }) }, judge);
}

function drawCertificate(samples, dice) {
  const rows = Array.from({ length: 2 * samples }, (_, index) => {
    const [isGood, isHard] = [index < samples, index % 2 === 0];
    const human = isGood ? 1 : 0;
    const judge = isRight({ isGood, isHard }, dice) ? human : 1 - human;
    return {
      sample: `s${index}`,
      human,
      judge,
      tags: isHard ? ['hard'] : [],
      turns: 2,
      messages: [],
      again: [],
      probed: {},
    };
  });
  const toRate = (wanted) => {
    const hits = rows.filter(({ human, judge }) => human === wanted && judge === wanted).length;
    return wilsonInterval(hits, samples);
  };
  return { mix: toMix(rows, 1), graded: rows.length, pass: 1, metrics: { tpr: toRate(1), tnr: toRate(0) } };
}

function drawRun({ n, pass, hard, certificate }, dice) {
  let [passes, hards] = [0, 0];
  for (let index = 0; index < n; index++) {
    const [isGood, isHard] = [dice.isHit(pass), dice.isHit(hard)];
    hards += Number(isHard);
    passes += Number(isRight({ isGood, isHard }, dice) === isGood);
  }
  const mix = { n, conversations: n, tags: new Map([['hard', hards]]), turns: new Map([['2', n]]) };
  return { certificate, raw: wilsonInterval(passes, n), mix };
}

function isRight({ isGood, isHard }, dice) {
  return dice.isHit(isGood ? tpr : isHard ? tnr.hard : tnr.easy);
}
