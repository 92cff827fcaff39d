// bootstrapTable of 10,000 samples against 2,000 passes of as many cell increments; prints the medians as JSON.
import { bootstrapTable } from '../../dist/statistics/resampling/bootstrap-table.js';
import { seededRandom } from '../../dist/statistics/resampling/seeded-random.js';
import { timePair } from '../measure.mjs';

const samples = 10_000;
const resamples = 2_000;
const values = [-3, -2, -1, 0, 1, 2, 3];
const perConversation = { singles: 1, triples: 3 }[process.argv[2]];

/** Scores are independent, so that hardly two conversations of three samples are alike: the worst case for the bootstrap. */
function toScores() {
  const random = seededRandom(1);
  const draw = () => Int32Array.from({ length: samples }, () => Math.floor(values.length * random()));
  const cluster = Int32Array.from({ length: samples }, (_, sample) => Math.floor(sample / perConversation));
  return { human: draw(), judge: draw(), cluster };
}

const scores = toScores();
const cells = new Int32Array(samples);

function increment() {
  for (let pass = 0; pass < resamples; pass++) {
    for (let cell = 0; cell < samples; cell++) cells[cell]++;
  }
}

function bootstrap() {
  const metrics = Object.values(bootstrapTable(scores, { values, pass: 1, resamples }));
  const isWhole = metrics.length === 20 && metrics.every(({ low, unusable }) => low !== null && unusable === 0);
  if (!isWhole) throw new Error(`Bootstrapped ${metrics.length} metrics, or some without an interval.`);
}

const times = await timePair({ subject: bootstrap, baseline: increment, rounds: 21, warmUps: 5 });
process.stdout.write(JSON.stringify(times));
