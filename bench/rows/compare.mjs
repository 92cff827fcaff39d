import { childFile } from '../built-package.mjs';
import { runChild } from '../measure.mjs';

const limit = 5;

export async function measureCompare(folder) {
  return [measure('singles', 'each case by itself', folder), measure('clusters', 'four cases a conversation', folder)];
}

function measure(shape, shown, folder) {
  const { subjectMs, baselineMs } = runChild([childFile('time-compare.mjs'), shape], folder);
  const ratio = subjectMs / baselineMs;
  return {
    what: `compare two runs of 10,000 cases, ${shown}`,
    bar: `≤ ${limit} × the time of 2,000 passes of 10,000 cell increments`,
    measured: `${subjectMs.toFixed(1)} ms against ${baselineMs.toFixed(1)} ms`,
    ratio: `${ratio.toFixed(2)} ×`,
    met: ratio <= limit,
  };
}
