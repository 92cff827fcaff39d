import { childFile } from '../built-package.mjs';
import { runChild } from '../measure.mjs';

const limit = 10;
const shapes = { none: '0', 'a tenth': '0.1' };

/** Every level on both shapes; of each shape the slowest is the row. */
export async function measureAlpha(folder) {
  return Object.entries(shapes).map(([shown, missing]) => {
    const levels = ['nominal', 'ordinal', 'interval', 'ratio'].map((level) => measure({ level, missing }, folder));
    const slowest = levels.toSorted((a, b) => b.ratio - a.ratio)[0];
    return {
      what: `Krippendorff α of 100,000 units × 5 raters, ${shown} missing; the slowest level, ${slowest.level}`,
      bar: `≤ ${limit} × one pass that adds up and counts the ratings of the same array that are there`,
      measured: `${slowest.subjectMs.toFixed(2)} ms against ${slowest.baselineMs.toFixed(2)} ms`,
      ratio: `${slowest.ratio.toFixed(2)} ×`,
      met: slowest.ratio <= limit,
    };
  });
}

function measure({ level, missing }, folder) {
  const { subjectMs, baselineMs } = runChild([childFile('time-alpha.mjs'), level, missing], folder);
  return { level, subjectMs, baselineMs, ratio: subjectMs / baselineMs };
}
