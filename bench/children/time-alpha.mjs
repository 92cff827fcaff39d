// Krippendorff's α of 100,000 units × 5 raters against one pass over the same ratings; prints the medians as JSON.
import { krippendorffAlphaOf } from '../../dist/statistics/agreement/krippendorff-alpha.js';
import { seededRandom } from '../../dist/statistics/resampling/seeded-random.js';
import { timePair } from '../measure.mjs';

const units = 100_000;
const raters = 5;
/** Timed together, so that both sides take about as long and other programs delay both alike. */
const passes = 10;
const [, , level, missing] = process.argv;

/** Seven scores. Three times in four a rater gives the score of the unit, else a random one. NaN is a missing rating. */
function toValues(share) {
  const random = seededRandom(1);
  const values = new Float64Array(units * raters);
  for (let unit = 0; unit < units; unit++) {
    const score = Math.floor(random() * 7);
    for (let rater = 0; rater < raters; rater++) {
      const given = random() < 0.75 ? score : Math.floor(random() * 7);
      values[unit * raters + rater] = random() < share ? Number.NaN : given;
    }
  }
  return values;
}

const values = toValues(Number(missing));
let kept = 0;

/** Reads every rating of the same array once, and adds up and counts those that exist: what a mean takes. */
function pass() {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    const isThere = !Number.isNaN(value);
    sum += isThere ? value : 0;
    count += isThere ? 1 : 0;
  }
  kept += sum / count;
}

function alpha() {
  const { value, n } = krippendorffAlphaOf({ values, raters }, level);
  if (!(value > 0 && n > 0.99 * units)) throw new Error(`α is ${value} on ${n} units.`);
  kept += value;
}

function passOften() {
  for (let times = 0; times < passes; times++) pass();
}

const { subjectMs, baselineMs } = await timePair({ subject: alpha, baseline: passOften, rounds: 41, warmUps: 20 });
process.stdout.write(JSON.stringify({ subjectMs, baselineMs: baselineMs / passes, kept }));
