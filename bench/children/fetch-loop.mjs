// node fetch-loop.mjs <cases.jsonl> <base url> <concurrency> <out.jsonl>: what you would write by hand. Its workers take
// cases, call the model with the global fetch, check that the reply contains the text, and append a line. Prints when it ended.
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
