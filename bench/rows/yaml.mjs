import { statSync } from 'node:fs';
import { join } from 'node:path';
import { childFile } from '../built-package.mjs';
import { writeYamlEval } from '../cases.mjs';
import { runChild } from '../measure.mjs';

const limit = 1.5;
const count = 10_000;

export async function measureYaml(folder) {
  const evalFile = join(folder, 'big.eval.yaml');
  writeYamlEval(evalFile, count);
  const megabytes = (statSync(evalFile).size / 1024 ** 2).toFixed(1);
  const { subjectMs, baselineMs } = runChild(
    ['--expose-gc', childFile('time-yaml.mjs'), evalFile, String(count)],
    folder,
  );
  const ratio = subjectMs / baselineMs;
  return {
    what: `reading and validating ${count.toLocaleString('en')} cases of YAML (${megabytes} MB)`,
    bar: `≤ ${limit}× YAML.parseDocument`,
    measured: `${subjectMs.toFixed(0)} ms against ${baselineMs.toFixed(0)} ms`,
    ratio: `${ratio.toFixed(2)}×`,
    met: ratio <= limit,
  };
}
