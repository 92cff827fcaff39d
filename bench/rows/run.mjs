import { writeChatProject } from '../chat-cases.mjs';
import { median } from '../measure.mjs';
import { withMock } from '../mock.mjs';
import { playAndTime, playLoop, playOurs } from '../plays.mjs';

const count = 5_000;
const latencyMs = 50;
const rounds = 5;
/** Least share of the loop's rate, by concurrency. */
const limits = new Map([
  [10, 0.95],
  [50, 0.9],
  [100, 0.8],
]);
const cpuLimit = 3;

export function measureRun(folder) {
  return withMock(latencyMs, async (mock) => {
    writeChatProject(folder, { count, baseUrl: mock.baseUrl });
    const measured = [];
    for (const [concurrency, limit] of limits) {
      measured.push({ concurrency, limit, ...(await measurePairs({ folder, mock, concurrency })) });
    }
    return [...measured.map(toRateRow), toCpuRow(measured)];
  });
}

async function measurePairs({ folder, mock, concurrency }) {
  const sides = { ours: [], loop: [] };
  const plays = {
    ours: () => playOurs({ folder, target: 'mock', concurrency, count }),
    loop: () => playLoop({ folder, baseUrl: mock.baseUrl, concurrency, count }),
  };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? ['ours', 'loop'] : ['loop', 'ours'];
    for (const side of order) sides[side].push(await playAndTime(plays[side], { mock, count }));
  }
  return { ours: toMedians(sides.ours), loop: toMedians(sides.loop) };
}

function toMedians(list) {
  return Object.fromEntries(Object.keys(list[0]).map((key) => [key, median(list.map((one) => one[key]))]));
}

function toRateRow({ concurrency, limit, ours, loop }) {
  const share = loop.spanMs / ours.spanMs;
  const [rate, loopRate] = [ours, loop].map(({ spanMs }) => (count / (spanMs / 1000)).toFixed(0));
  return {
    what: `running ${count.toLocaleString('en')} cases, ${latencyMs} ms per call, ${concurrency} at once`,
    bar: `≥ ${limit * 100}% of the rate of a fetch loop`,
    measured: `${rate} against ${loopRate} cases per second, after ${ours.startMs.toFixed(0)} ms of start-up`,
    ratio: `${(share * 100).toFixed(0)}%`,
    met: share >= limit,
    ...(concurrency === 10 ? { note } : {}),
  };
}

const note =
  'timed from the first call that the server sees to the recorded end of the run, for the loop to its last line. Every reply is recorded at the end.';

function toCpuRow(measured) {
  const ratios = measured.map(({ ours, loop }) => ours.cpuMs / loop.cpuMs);
  const metrics = measured.map(({ ours, loop }) => `${toPerCase(ours)}/${toPerCase(loop)}`);
  return {
    what: `processor time per case, at ${[...limits.keys()].join(' / ')} at once, start-up included`,
    bar: `≤ ${cpuLimit}× that of the loop`,
    measured: `${metrics.join(', ')} ms; peak memory ${measured.map(({ ours, loop }) => `${ours.peakMegabytes.toFixed(0)}/${loop.peakMegabytes.toFixed(0)}`).join(', ')} MB`,
    ratio: `${Math.max(...ratios).toFixed(2)}×`,
    met: Math.max(...ratios) <= cpuLimit,
  };
}

function toPerCase({ cpuMs }) {
  return (cpuMs / count).toFixed(2);
}
