// compareCases of two runs of 10,000 cases against 2,000 passes of as many cell increments; prints the medians as JSON.
import { compareCases } from '../../dist/compare/compare-cases.js';
import { seededRandom } from '../../dist/statistics/resampling/seeded-random.js';
import { timePair } from '../measure.mjs';

const cases = 10_000;
const passes = 2_000;
const perConversation = { singles: 1, clusters: 4 }[process.argv[2]];

/** Three in four pass in run A; B fixes a tenth of what failed and breaks a few. Each case has five of twenty tags. */
function toRun(rate, seed) {
  const random = seededRandom(seed);
  return Array.from({ length: cases }, (_, number) => {
    const conversation = Math.floor(number / perConversation);
    const passes = (Math.imul(conversation, 2654435761) >>> 8) % 100 < 100 * rate !== random() < 0.05;
    return {
      key: `bench\u0000case-${number}`,
      id: `case-${number}`,
      eval: 'bench',
      repeat: 0,
      cluster: `conversation-${conversation}`,
      tags: Array.from({ length: 5 }, (_, tag) => `tag-${(number + tag * tag + tag * conversation) % 20}`),
      status: passes ? 'pass' : 'fail',
      normalizedScore: passes ? 1 - random() / 4 : random() / 2,
      costUsd: random() / 1000,
      latencyMs: 200 + 1000 * random(),
      number,
    };
  });
}

const [a, b] = [toRun(0.75, 1), toRun(0.77, 2)];
const cells = new Int32Array(cases);

function increment() {
  for (let pass = 0; pass < passes; pass++) {
    for (let cell = 0; cell < cases; cell++) cells[cell]++;
  }
}

function compare() {
  const { pairs, byTag } = compareCases(a, b);
  if (pairs !== cases || byTag.length !== 20) throw new Error(`Compared ${pairs} pairs and ${byTag.length} tags.`);
}

const times = await timePair({ subject: compare, baseline: increment, rounds: 21, warmUps: 5 });
process.stdout.write(JSON.stringify(times));
