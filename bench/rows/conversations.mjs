// What one conversation costs to read, to format and to check, in the same process as what it is compared with.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { childFile } from '../built-package.mjs';
import { writeYamlEval } from '../cases.mjs';
import { runChild } from '../measure.mjs';

const yamlLimit = 1.5;
const yamlCases = 10_000;
/** Least share of the baseline's rate. */
const rateLimit = 0.2;
const barredChecks = ['equals', 'contains', 'starts-with'];

export async function measureYaml(folder) {
  const evalFile = join(folder, 'big.eval.yaml');
  writeYamlEval(evalFile, yamlCases);
  const megabytes = (statSync(evalFile).size / 1024 ** 2).toFixed(1);
  const { subjectMs, baselineMs } = runChild(
    ['--expose-gc', childFile('time-yaml.mjs'), evalFile, String(yamlCases)],
    folder,
  );
  const ratio = subjectMs / baselineMs;
  return {
    what: `reading and validating ${yamlCases.toLocaleString('en')} cases of YAML (${megabytes} MB)`,
    bar: `≤ ${yamlLimit}× YAML.parseDocument`,
    measured: `${subjectMs.toFixed(0)} ms against ${baselineMs.toFixed(0)} ms`,
    ratio: `${ratio.toFixed(2)}×`,
    met: ratio <= yamlLimit,
  };
}

export async function measureFormat(folder) {
  const { subjectMs, baselineMs, conversations } = runChild([childFile('time-format.mjs')], folder);
  const ratio = baselineMs / subjectMs;
  return {
    what: 'formatting four-message conversations',
    bar: `≥ ${rateLimit * 100}% of the rate of string joins`,
    measured: `${renderRate(conversations, subjectMs)} against ${renderRate(conversations, baselineMs)} per second`,
    ratio: `${(ratio * 100).toFixed(0)}%`,
    met: ratio >= rateLimit,
  };
}

/** Each check of replies of 400 characters, half of which pass, against a plain `includes` of the same replies. */
export async function measureChecks(folder) {
  const { checks, commandMs } = runChild([childFile('time-checks.mjs')], folder);
  return [...checks.map(toCheckRow), toCommandRow(commandMs)];
}

function toCheckRow({ name, subjectMs, baselineMs, replies }) {
  const ratio = baselineMs / subjectMs;
  const isBarred = barredChecks.includes(name);
  return {
    what: `check ${name}`,
    bar: isBarred ? `≥ ${rateLimit * 100}% of the rate of \`includes\`` : '',
    measured: `${renderRate(replies, subjectMs)} against ${renderRate(replies, baselineMs)} per second`,
    ratio: `${(ratio * 100).toPrecision(2)}%`,
    met: isBarred ? ratio >= rateLimit : null,
  };
}

function toCommandRow(ms) {
  const measured = `${ms.toFixed(0)} ms for a Node program that prints a score`;
  return { what: 'check command', bar: '', measured, ratio: '', met: null };
}

function renderRate(count, ms) {
  const perSecond = count / (ms / 1000);
  if (perSecond < 100_000) return Math.round(perSecond).toLocaleString('en');
  return `${(perSecond / 1_000_000).toFixed(2)} million`;
}
