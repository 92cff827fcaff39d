// node --expose-gc time-yaml.mjs <eval file> <cases>: validating against parsing alone; prints the medians as JSON.
import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { validateFile } from '../../dist/files/validate/validate-files.js';
import { timePair } from '../measure.mjs';

const [path, count] = process.argv.slice(2);
const text = readFileSync(path, 'utf8');

async function validate() {
  const report = await validateFile(path, { cwd: process.cwd(), env: {} });
  if (report.problems.length > 0) throw new Error(report.problems[0].message);
  if (report.count !== Number(count)) throw new Error(`${report.count} cases were read, not ${count}.`);
}

function parse() {
  const document = parseDocument(text, { lineCounter: new LineCounter() });
  if (document.errors.length > 0) throw document.errors[0];
}

// Parsing once leaves hundreds of megabytes. Without gc() their collection would be timed with the next round.
const times = await timePair({ subject: validate, baseline: parse, rounds: 9, warmUps: 2, before: globalThis.gc });
process.stdout.write(JSON.stringify(times));
