import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeChatProject } from '../chat-cases.mjs';
import { playOurs } from '../plays.mjs';

const limit = 1.2;
const turns = 20_000;
const lengths = [10, 50, 200];

/** A script with this number of user lines, each its own text. */
function toScriptCase(n, length) {
  const lines = Array.from({ length }, (_, line) => ({ user: `Case ${n}, question ${line}: where is my order now?` }));
  return { id: `script-${n}`, turns: lines, graders: [{ contains: 'order' }] };
}

export async function measureBytes(folder) {
  const bytes = lengths.map((length) => {
    const inner = join(folder, String(length));
    const count = turns / length;
    mkdirSync(inner);
    writeChatProject(inner, { count, toLine: (n) => toScriptCase(n, length) });
    const { storeBytes, replies } = playOurs({ folder: inner, target: 'echo', concurrency: 50, count });
    if (replies !== turns) throw new Error(`${replies} turns were recorded, not ${turns}.`);
    return storeBytes / turns;
  });
  const ratio = Math.max(...bytes) / Math.min(...bytes);
  return {
    what: `bytes stored for a turn, in conversations of ${lengths.join(', ')} turns`,
    bar: `level within ${Math.round((limit - 1) * 100)} %`,
    measured: bytes.map((value) => value.toFixed(0)).join(', '),
    ratio: `${ratio.toFixed(2)}×`,
    met: ratio <= limit,
    note: `a turn is a user line and its reply. Every store holds ${turns.toLocaleString('en')} of them.`,
  };
}
