import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { binFile } from '../built-package.mjs';
import { median, runMeasured } from '../measure.mjs';
import { withMock } from '../mock.mjs';
import { playAndTime, playLoop } from '../plays.mjs';

const samples = 1_000;
const models = ['one', 'two', 'three'];
const count = samples * models.length;
const latencyMs = 50;
const concurrency = 50;
const rounds = 5;
/** Least share of the loop's rate. */
const limit = 0.9;

export const judgeReply = '{"reason": "It says when the money comes.", "score": 2}';
const deckText = 'How much does the last reply help, from -3 to 3? Answer with one JSON object: reason and score.';
const question = 'Which conversation do I grade?';

export function measureCalibrate(folder) {
  const measure = async (mock) => {
    writeCalibrationProject(folder, mock.baseUrl);
    const sides = { ours: [], loop: [] };
    const plays = {
      ours: () => calibrate({ folder }),
      loop: () => playLoop({ folder, baseUrl: mock.baseUrl, concurrency, count }),
    };
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? ['ours', 'loop'] : ['loop', 'ours'];
      for (const side of order) sides[side].push(await playAndTime(plays[side], { mock, count }));
    }
    return toRow(sides);
  };
  return withMock(latencyMs, measure, judgeReply);
}

/** A deck and its samples, and for the loop the same requests that the judges get. */
export function writeCalibrationProject(folder, baseUrl) {
  const targets = models.map((id) => ({ id, provider: 'openai-compatible', base_url: baseUrl, model: `mock-${id}` }));
  writeFileSync(join(folder, 'targets.yaml'), JSON.stringify({ targets }));
  const context = `[contexts.fullConversation]\nassistantQuestion = "${question}"\n`;
  writeFileSync(join(folder, 'tone.deck.md'), `${deckText}\n\n![contexts](tone.toml)\n`);
  writeFileSync(join(folder, 'tone.toml'), context);
  writeFileSync(join(folder, 'cases.eval.jsonl'), '');
  writeFileSync(join(folder, 'tone.samples.jsonl'), '');
  for (let n = 0; n < samples; n++) {
    const messages = toMessages(n);
    const sample = { id: `sample-${n}`, messages, expected: { score: n % 7 === 0 ? -2 : 2 } };
    appendFileSync(join(folder, 'tone.samples.jsonl'), `${JSON.stringify(sample)}\n`);
    const line = `${JSON.stringify({ id: sample.id, input_messages: toRequest(messages), graders: [{ contains: '"score"' }] })}\n`;
    appendFileSync(join(folder, 'cases.eval.jsonl'), line.repeat(models.length));
  }
}

function toMessages(n) {
  return [
    { role: 'user', content: `My order ${4711 + n} came late, and I want my money back.` },
    { role: 'assistant', content: 'I am sorry. When did it come?' },
    { role: 'user', content: 'On Monday.' },
    { role: 'assistant', content: 'Then it is inside 14 days: the money is with you by Friday.' },
  ];
}

function toRequest(messages) {
  return [
    { role: 'system', content: deckText },
    { role: 'assistant', content: question },
    { role: 'user', content: JSON.stringify(messages, null, 2) },
  ];
}

/** `turnwise calibrate` into a new store; every answer must be recorded when it ends, and be a score. */
export function calibrate({ folder, bin = binFile }) {
  const store = join(folder, 'calibrate.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${store}${suffix}`, { force: true });
  const options = ['--samples', 'tone.samples.jsonl', '--judge', models.join(), '--concurrency', String(concurrency)];
  const outcome = ['--no-cache', '--db', store, '--quiet', '--json'];
  const measured = runMeasured([bin, 'calibrate', 'tone.deck.md', ...options, ...outcome], folder);
  const graded = JSON.parse(measured.stdout).calibrations.reduce((sum, one) => sum + one.graded, 0);
  const { recorded, endedAt } = readStore(store);
  if (graded !== count || recorded !== count)
    throw new Error(`${recorded} answers and ${graded} scores, not ${count}.`);
  return { ...measured, endedAt };
}

/** `endedAt`, in milliseconds since 1970, is written after the last record. */
function readStore(path) {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const { recorded, ended_at: endedAt } = database.prepare('select recorded, ended_at from calibrations').get();
    return { recorded, endedAt: Date.parse(endedAt) };
  } finally {
    database.close();
  }
}

function toRow({ ours, loop }) {
  const spans = [ours, loop].map((side) => median(side.map(({ spanMs }) => spanMs)));
  const [rate, loopRate] = spans.map((spanMs) => (count / (spanMs / 1000)).toFixed(0));
  const share = spans[1] / spans[0];
  const startMs = median(ours.map((one) => one.startMs)).toFixed(0);
  return {
    what: `calibrating on ${samples.toLocaleString('en')} samples × ${models.length} models, ${latencyMs} ms per call, ${concurrency} at once`,
    bar: `≥ ${limit * 100}% of the rate of a fetch loop`,
    measured: `${rate} against ${loopRate} answers per second, after ${startMs} ms of start-up`,
    ratio: `${(share * 100).toFixed(0)}%`,
    met: share >= limit,
    note: 'the loop sends the same requests. Timed from the first call that the server sees to the recorded end of the calibration, for the loop to its last line. Every answer is recorded at the end.',
  };
}
