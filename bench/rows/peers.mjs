import { join } from 'node:path';
import { writeChatProject } from '../chat-cases.mjs';
import { runMeasured, timePair } from '../measure.mjs';
import { withMock } from '../mock.mjs';
import { installPeer, peerEnvironment, peers } from '../peers.mjs';
import { playLoop, playOurs } from '../plays.mjs';

const limit = 1.25;
const count = 10_000;
const latencyMs = 50;
const concurrency = 50;
const rounds = 5;

export function measurePeers(folder) {
  return withMock(latencyMs, async (mock) => {
    writeChatProject(folder, { count, baseUrl: mock.baseUrl });
    const row = await measureOurs(folder, mock);
    const seen = [];
    for (const peer of peers) seen.push(await measurePeer(peer, join(folder, peer.name), mock));
    return [row, ...seen];
  });
}

async function measureOurs(folder, { baseUrl }) {
  const peaks = [];
  const { subjectMs, baselineMs } = await timePair({
    subject: () => peaks.push(playOurs({ folder, target: 'mock', concurrency, count }).peakMegabytes),
    baseline: () => playLoop({ folder, baseUrl, concurrency, count }),
    rounds,
    warmUps: 0,
  });
  return {
    what: toWhat('turnwise'),
    bar: `≤ ${limit}× the time of a fetch loop`,
    measured: `${toSeconds(subjectMs)} against ${toSeconds(baselineMs)}, ${Math.max(...peaks).toFixed(0)} MB`,
    ratio: `${(subjectMs / baselineMs).toFixed(2)}×`,
    met: subjectMs <= limit * baselineMs,
    note: `whole processes, start to end, ${latencyMs} ms per call. Turnwise and the loop ran ${rounds} times in turn, the peers once, against the same server.`,
  };
}

async function measurePeer(peer, folder, mock) {
  const row = { what: toWhat(peer.package), bar: 'none: for comparison', ratio: '', met: null };
  const problem = installPeer(peer, folder);
  if (problem !== undefined) return { ...row, measured: problem };
  const args = peer.toArguments(folder, { count, baseUrl: mock.baseUrl, concurrency });
  await mock.takeStats();
  try {
    const { wallMs, peakMegabytes } = runMeasured(args, folder, { ...peerEnvironment, HOME: folder });
    const { calls } = await mock.takeStats();
    return { ...row, measured: `${toSeconds(wallMs)}, ${peakMegabytes.toFixed(0)} MB, ${calls} calls (n = 1)` };
  } catch (error) {
    console.error(error.message.slice(0, 2000));
    return { ...row, measured: 'it failed here' };
  }
}

function toWhat(name) {
  return `${count.toLocaleString('en')} cases, ${concurrency} at once: ${name}`;
}

function toSeconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
