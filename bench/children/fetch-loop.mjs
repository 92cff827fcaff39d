// node fetch-loop.mjs <cases.jsonl> <base url> <concurrency> <out.jsonl>: what a person would write by hand. That many
// workers take cases, ask with the global fetch, look for the wanted text and append a line. Prints when it was done.
import { createWriteStream, readFileSync } from 'node:fs';

const [casesFile, baseUrl, concurrency, outFile] = process.argv.slice(2);
const cases = readFileSync(casesFile, 'utf8').trim().split('\n');
const out = createWriteStream(outFile);
let next = 0;
let passed = 0;

async function ask(messages) {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'mock-model', messages }),
  });
  return response.json();
}

async function work() {
  while (next < cases.length) {
    const { id, input_messages: messages, graders } = JSON.parse(cases[next++]);
    const { choices, usage } = await ask(messages);
    const text = choices[0].message.content;
    const pass = graders.every(({ contains }) => text.includes(contains));
    if (pass) passed += 1;
    out.write(`${JSON.stringify({ id, pass, text, usage })}\n`);
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, work));
await new Promise((resolve) => out.end(resolve));
const endedAt = performance.timeOrigin + performance.now();
console.log(JSON.stringify({ passed, endedAt }));
