import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { binFile, childFile } from '../built-package.mjs';
import { writeYamlEval } from '../cases.mjs';
import { writeChatProject } from '../chat-cases.mjs';
import { median, runNode, timePair } from '../measure.mjs';
import { withMock } from '../mock.mjs';
import { playAndTime, playOurs } from '../plays.mjs';

const allowancesMs = { version: 40, preview: 60 };
const runLimitMs = 450;
const runRounds = 7;

export async function measureVersion(folder) {
  const { subjectMs, baselineMs } = await timeStarts({
    subject: [binFile, '--version'],
    baseline: ['-e', '0'],
    folder,
  });
  return {
    what: 'turnwise --version',
    bar: `≤ node -e 0 + ${allowancesMs.version} ms`,
    ...toStartColumns({ subjectMs, baselineMs, allowanceMs: allowancesMs.version }),
  };
}

export async function measurePreview(folder) {
  const evalFile = join(folder, 'small.eval.yaml');
  writeYamlEval(evalFile, 3);
  const { subjectMs, baselineMs } = await timeStarts({
    subject: [binFile, 'preview', evalFile],
    baseline: [childFile('import-zod-and-yaml.mjs')],
    folder,
  });
  return {
    what: 'turnwise preview, a small eval file',
    bar: `≤ import of zod + yaml, compile cache on, + ${allowancesMs.preview} ms`,
    ...toStartColumns({ subjectMs, baselineMs, allowanceMs: allowancesMs.preview }),
  };
}

/** Start-up ends with the first call that the target sees. */
export function measureRunStart(folder) {
  return withMock(0, async (mock) => {
    writeChatProject(folder, { count: 1, baseUrl: mock.baseUrl });
    const play = () => playOurs({ folder, target: 'mock', concurrency: 10, count: 1 });
    const plays = [];
    for (let round = -1; round < runRounds; round++) {
      const times = await playAndTime(play, { mock, count: 1 });
      if (round >= 0) plays.push(times);
    }
    const [startMs, wallMs, cpuMs] = ['startMs', 'wallMs', 'cpuMs'].map((key) => median(plays.map((one) => one[key])));
    return {
      what: 'turnwise run, one case, a target that replies at once: start to first call',
      bar: `≤ ${runLimitMs} ms`,
      measured: `${startMs.toFixed(0)} ms; whole process ${wallMs.toFixed(0)} ms, processor time ${cpuMs.toFixed(0)} ms`,
      ratio: `${(startMs / runLimitMs).toFixed(2)}×`,
      met: startMs <= runLimitMs,
      note: `median of ${runRounds} runs into a new database each, with a warm compile cache.`,
    };
  });
}

/**
 * The medians of two Node command lines, from start to end. Each has its own empty folder inside `folder`, and so its own
 * compile cache, which the warm-ups fill.
 */
function timeStarts({ subject, baseline, folder }) {
  const folders = { subject: join(folder, 'subject'), baseline: join(folder, 'baseline') };
  for (const path of Object.values(folders)) mkdirSync(path);
  return timePair({
    subject: () => runNode(subject, { folder: folders.subject }),
    baseline: () => runNode(baseline, { folder: folders.baseline }),
    rounds: 21,
    warmUps: 3,
  });
}

function toStartColumns({ subjectMs, baselineMs, allowanceMs }) {
  return {
    measured: `${subjectMs.toFixed(0)} ms against ${baselineMs.toFixed(0)} ms: + ${(subjectMs - baselineMs).toFixed(0)} ms`,
    ratio: `${(subjectMs / baselineMs).toFixed(2)}×`,
    met: subjectMs <= baselineMs + allowanceMs,
  };
}
