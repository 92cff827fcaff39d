import { join } from 'node:path';
import { binFile } from '../built-package.mjs';
import { writeJsonlEval } from '../cases.mjs';
import { median, runMeasured } from '../measure.mjs';

const limit = 1.3;
const counts = { few: 10_000, many: 100_000 };
const rounds = 5;

export async function measureJsonl(folder) {
  const few = join(folder, 'few.eval.jsonl');
  const many = join(folder, 'many.eval.jsonl');
  writeJsonlEval(few, counts.few);
  writeJsonlEval(many, counts.many);
  const peaks = { few: [], many: [] };
  for (let round = 0; round < rounds; round++) {
    peaks.few.push(findPeakMegabytes(few, folder));
    peaks.many.push(findPeakMegabytes(many, folder));
  }
  const [fewPeak, manyPeak] = [median(peaks.few), median(peaks.many)];
  return {
    what: `memory of validating ${counts.many.toLocaleString('en')} cases of JSONL`,
    bar: `≤ ${limit}× that of ${counts.few.toLocaleString('en')}`,
    measured: `${manyPeak.toFixed(0)} MB against ${fewPeak.toFixed(0)} MB`,
    ratio: `${(manyPeak / fewPeak).toFixed(2)}×`,
    met: manyPeak <= limit * fewPeak,
  };
}

function findPeakMegabytes(evalFile, folder) {
  return runMeasured([binFile, 'validate', evalFile], folder).peakMegabytes;
}
