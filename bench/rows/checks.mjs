import { childFile } from '../built-package.mjs';
import { runChild } from '../measure.mjs';

const limit = 0.2;
const barred = ['equals', 'contains', 'starts-with'];

/** What each check costs a reply of 400 characters, half of which pass, next to a plain `includes` of the same replies. */
export async function measureChecks(folder) {
  const { checks, scriptMs } = runChild([childFile('time-checks.mjs')], folder);
  return [...checks.map(toRow), toScriptRow(scriptMs)];
}

function toRow({ name, subjectMs, baselineMs, replies }) {
  const ratio = baselineMs / subjectMs;
  const isBarred = barred.includes(name);
  return {
    what: `check ${name}`,
    bar: isBarred ? `≥ ${limit * 100} % of the rate of \`includes\`` : '',
    measured: `${renderRate(replies, subjectMs)} against ${renderRate(replies, baselineMs)} a second`,
    ratio: `${(ratio * 100).toPrecision(2)} %`,
    met: isBarred ? ratio >= limit : null,
  };
}

function toScriptRow(ms) {
  const measured = `${ms.toFixed(0)} ms for a program of Node that prints a score`;
  return { what: 'check script', bar: '', measured, ratio: '', met: null };
}

function renderRate(count, ms) {
  const perSecond = count / (ms / 1000);
  return perSecond >= 100_000
    ? `${(perSecond / 1_000_000).toFixed(2)} million`
    : Math.round(perSecond).toLocaleString('en');
}
