import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { binFile } from '../built-package.mjs';
import { toBenchItem } from '../items.mjs';
import { runMeasured, timePair } from '../measure.mjs';

const share = 0.4;
const count = 100_000;

/** The same conversations both times: as rows of CSV, and as items that are ready to store. */
export async function measureTableImport(folder) {
  const files = { table: join(folder, 'chats.csv'), lines: join(folder, 'chats.jsonl') };
  await writeFiles(files);
  const peaks = { table: [], lines: [] };
  const importOnce = (kind) => {
    const store = join(folder, `${kind}.db`);
    peaks[kind].push(
      runMeasured([binFile, 'import', files[kind], '--db', store, '--dataset', 'chats'], folder).peakMegabytes,
    );
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${store}${suffix}`, { force: true });
  };
  const { subjectMs, baselineMs } = await timePair({
    subject: () => importOnce('table'),
    baseline: () => importOnce('lines'),
    rounds: 3,
    warmUps: 0,
  });
  const rate = (ms) => Math.round(count / (ms / 1000)).toLocaleString('en');
  const peak = (kind) => Math.max(...peaks[kind]).toFixed(0);
  return {
    what: `importing ${count.toLocaleString('en')} rows of CSV`,
    bar: `≥ ${100 * share}% of the rate of the same rows as NDJSON`,
    measured: `${rate(subjectMs)} against ${rate(baselineMs)} rows per second`,
    ratio: `${Math.round((100 * baselineMs) / subjectMs)}%`,
    met: baselineMs / subjectMs >= share,
    note: `both are \`turnwise import\`, which reads the whole file before it stores the first row. Peak memory: ${peak('table')} MB against ${peak('lines')} MB.`,
  };
}

async function writeFiles({ table, lines }) {
  const [csv, jsonl] = [createWriteStream(table), createWriteStream(lines)];
  csv.write('id,question,answer,tags,source\n');
  for (let n = 0; n < count; n++) {
    const { id, manualTags, history } = toBenchItem(n);
    const [{ msg: question }, { msg: answer }] = history;
    const cells = [id, question, answer, manualTags.join(', '), `https://example.com/${n}`];
    const item = {
      id,
      manualTags,
      history: [
        { role: 'user', msg: question },
        { role: 'assistant', msg: answer },
      ],
      source: cells.at(-1),
    };
    const isFull = [csv.write(`${cells.map(toCell).join(',')}\n`), jsonl.write(`${JSON.stringify(item)}\n`)].includes(
      false,
    );
    if (isFull) await new Promise(setImmediate);
  }
  csv.end();
  jsonl.end();
  await Promise.all([once(csv, 'finish'), once(jsonl, 'finish')]);
}

function toCell(text) {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
