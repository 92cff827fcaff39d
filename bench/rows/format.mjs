import { childFile } from '../built-package.mjs';
import { runChild } from '../measure.mjs';

const limit = 0.2;

export async function measureFormat(folder) {
  const { subjectMs, baselineMs, conversations } = runChild([childFile('time-format.mjs')], folder);
  const ratio = baselineMs / subjectMs;
  return {
    what: 'formatting four-message conversations',
    bar: `≥ ${limit * 100} % of the rate of string joins`,
    measured: `${renderRate(conversations, subjectMs)} against ${renderRate(conversations, baselineMs)} a second`,
    ratio: `${(ratio * 100).toFixed(0)} %`,
    met: ratio >= limit,
  };
}

function renderRate(count, ms) {
  const perSecond = count / (ms / 1000);
  return `${(perSecond / 1_000_000).toFixed(2)} million`;
}
