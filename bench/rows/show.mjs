import { join } from 'node:path';
import { binFile, childFile } from '../built-package.mjs';
import { writeYamlEval } from '../cases.mjs';
import { timeStarts } from '../measure.mjs';

const allowanceMs = 60;

export async function measureShow(folder) {
  const evalFile = join(folder, 'small.eval.yaml');
  writeYamlEval(evalFile, 3);
  const { subjectMs, baselineMs } = await timeStarts({
    subject: [binFile, 'preview', evalFile],
    baseline: [childFile('import-zod-and-yaml.mjs')],
    folder,
  });
  return {
    what: 'turnwise preview, a small eval file',
    bar: `≤ import of zod + yaml, compile cache on, + ${allowanceMs} ms`,
    measured: `${subjectMs.toFixed(0)} ms against ${baselineMs.toFixed(0)} ms: + ${(subjectMs - baselineMs).toFixed(0)} ms`,
    ratio: `${(subjectMs / baselineMs).toFixed(2)}×`,
    met: subjectMs <= baselineMs + allowanceMs,
  };
}
