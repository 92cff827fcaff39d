import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { toChatCase, writeChatProject } from '../chat-cases.mjs';
import { median } from '../measure.mjs';
import { playOurs } from '../plays.mjs';

const limit = 1.3;
const counts = { few: 10_000, many: 100_000 };
const rounds = 3;

/** The builtin target repeats what the user said. */
function toEchoCase(n) {
  return { ...toChatCase(n), graders: [{ contains: `Question ${n}` }] };
}

export async function measureMemory(folder) {
  const peaks = { few: [], many: [] };
  for (const [size, count] of Object.entries(counts)) {
    mkdirSync(join(folder, size));
    writeChatProject(join(folder, size), { count, toLine: toEchoCase });
  }
  for (let round = 0; round < rounds; round++) {
    for (const [size, count] of Object.entries(counts)) {
      const { peakMegabytes } = playOurs({ folder: join(folder, size), target: 'echo', concurrency: 10, count });
      peaks[size].push(peakMegabytes);
    }
  }
  const [few, many] = [median(peaks.few), median(peaks.many)];
  return {
    what: `memory of running ${counts.many.toLocaleString('en')} cases of JSONL`,
    bar: `≤ ${limit}× that of ${counts.few.toLocaleString('en')}`,
    measured: `${many.toFixed(0)} MB against ${few.toFixed(0)} MB`,
    ratio: `${(many / few).toFixed(2)}×`,
    met: many <= limit * few,
  };
}
