import { binFile } from '../built-package.mjs';
import { timeStarts } from '../measure.mjs';

const allowanceMs = 40;

export async function measureVersion(folder) {
  const { subjectMs, baselineMs } = await timeStarts({
    subject: [binFile, '--version'],
    baseline: ['-e', '0'],
    folder,
  });
  return {
    what: 'turnwise --version',
    bar: `≤ node -e 0 + ${allowanceMs} ms`,
    measured: `${subjectMs.toFixed(0)} ms against ${baselineMs.toFixed(0)} ms: + ${(subjectMs - baselineMs).toFixed(0)} ms`,
    ratio: `${(subjectMs / baselineMs).toFixed(2)}×`,
    met: subjectMs <= baselineMs + allowanceMs,
  };
}
