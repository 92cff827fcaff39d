import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Case number `n`: four messages, and the word that a good reply contains. */
export function toChatCase(n) {
  return {
    id: `case-${n}`,
    input_messages: [
      { role: 'system', content: 'You are a concise geography assistant.' },
      { role: 'user', content: 'What is the capital of Germany?' },
      { role: 'assistant', content: 'The capital of Germany is Berlin.' },
      { role: 'user', content: `Question ${n}: and what is the capital of France, please?` },
    ],
    graders: [{ contains: 'Paris' }],
  };
}

/** A project folder: `count` cases in cases.eval.jsonl, and the targets `mock` and `echo`. */
export function writeChatProject(folder, { count, baseUrl = 'http://127.0.0.1:1/v1', toLine = toChatCase }) {
  const targets = [
    { id: 'mock', provider: 'openai-compatible', base_url: baseUrl, model: 'mock-model', send: 'messages' },
    { id: 'echo', provider: 'builtin', model: 'echo', send: 'messages' },
  ];
  writeFileSync(join(folder, 'targets.yaml'), JSON.stringify({ targets }));
  const path = join(folder, 'cases.eval.jsonl');
  writeFileSync(path, '');
  for (let from = 0; from < count; from += 1000) {
    const size = Math.min(1000, count - from);
    const lines = Array.from({ length: size }, (_, index) => `${JSON.stringify(toLine(from + index))}\n`);
    appendFileSync(path, lines.join(''));
  }
  return path;
}
