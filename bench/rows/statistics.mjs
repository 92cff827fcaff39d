import { childFile } from '../built-package.mjs';
import { runChild } from '../measure.mjs';

/** Times as slow as the baseline, at most. */
const limits = { bootstrap: 5, alpha: 10 };
const increments = 'the time of 2,000 passes of 10,000 cell increments';
const levels = ['nominal', 'ordinal', 'interval', 'ratio'];

export async function measureCompare(folder) {
  return [
    toRow('compare two runs of 10,000 cases, each case by itself', time('compare', ['singles'], folder)),
    toRow('compare two runs of 10,000 cases, four cases per conversation', time('compare', ['clusters'], folder)),
  ];
}

export async function measureAgreement(folder) {
  const what = '20 metrics of 10,000 samples on −3…3, 2,000 cluster-bootstrap resamples';
  return [
    toRow(`${what}, each by itself`, time('agreement', ['singles'], folder)),
    toRow(`${what}, three per conversation, at random`, time('agreement', ['triples'], folder)),
  ];
}

function toRow(what, { subjectMs, baselineMs, ratio }) {
  return {
    what,
    bar: `≤ ${limits.bootstrap}× ${increments}`,
    measured: `${subjectMs.toFixed(1)} ms against ${baselineMs.toFixed(1)} ms`,
    ratio: `${ratio.toFixed(2)}×`,
    met: ratio <= limits.bootstrap,
  };
}

/** Every level on both shapes. The slowest level of each shape is the row. */
export async function measureAlpha(folder) {
  return [toAlphaRow('none missing', '0', folder), toAlphaRow('a tenth missing', '0.1', folder)];
}

function toAlphaRow(shape, missing, folder) {
  const measured = levels.map((level) => ({ level, ...time('alpha', [level, missing], folder) }));
  const { level, subjectMs, baselineMs, ratio } = measured.toSorted((a, b) => b.ratio - a.ratio)[0];
  return {
    what: `Krippendorff α of 100,000 units × 5 raters, ${shape}; the slowest level, ${level}`,
    bar: `≤ ${limits.alpha}× one pass that adds up and counts the ratings in the same array`,
    measured: `${subjectMs.toFixed(2)} ms against ${baselineMs.toFixed(2)} ms`,
    ratio: `${ratio.toFixed(2)}×`,
    met: ratio <= limits.alpha,
  };
}

function time(name, args, folder) {
  const { subjectMs, baselineMs } = runChild([childFile(`time-${name}.mjs`), ...args], folder);
  return { subjectMs, baselineMs, ratio: subjectMs / baselineMs };
}
