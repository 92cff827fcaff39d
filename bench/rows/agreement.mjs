import { childFile } from '../built-package.mjs';
import { runChild } from '../measure.mjs';

const limit = 5;

export async function measureAgreement(folder) {
  return [measure('singles', 'each by itself', folder), measure('triples', 'three a conversation, at random', folder)];
}

function measure(shape, shown, folder) {
  const { subjectMs, baselineMs } = runChild([childFile('time-agreement.mjs'), shape], folder);
  const ratio = subjectMs / baselineMs;
  return {
    what: `20 metrics of 10,000 samples on −3…3, 2,000 cluster-bootstrap resamples, ${shown}`,
    bar: `≤ ${limit} × the time of 2,000 passes of 10,000 cell increments`,
    measured: `${subjectMs.toFixed(1)} ms against ${baselineMs.toFixed(1)} ms`,
    ratio: `${ratio.toFixed(2)} ×`,
    met: ratio <= limit,
  };
}
