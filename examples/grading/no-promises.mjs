// Your own check. It reads the reply and its context as JSON on stdin, and prints a score from 0 to 1.
import { readFileSync } from 'node:fs';

const { reply } = JSON.parse(readFileSync(0, 'utf8'));
const promise = /\b(?:guarantee|promise|certainly|by tomorrow)\b/i.exec(reply)?.[0];
const verdict =
  promise === undefined
    ? { score: 1, reason: 'The reply makes no promises.' }
    : { score: 0, reason: `The reply says "${promise}".` };
console.log(JSON.stringify(verdict));
