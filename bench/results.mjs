import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './built-package.mjs';
import { renderMarkdown } from './render.mjs';

const files = { data: join(rootFolder, 'bench', 'results.json'), page: join(rootFolder, 'bench', 'results.md') };

/** Keeps what was measured under this name, and writes the page again; other rows stay as they were measured last. */
export function keepRows(name, rows, order) {
  const kept = existsSync(files.data) ? JSON.parse(readFileSync(files.data, 'utf8')) : {};
  const measuredOn = new Date().toISOString().slice(0, 10);
  kept[name] = rows.map((row) => ({ ...row, met: row.met ?? null, hasBar: row.met !== null, measuredOn }));
  writeFileSync(files.data, `${JSON.stringify(kept, null, 2)}\n`);
  const listed = order.flatMap((each) => kept[each] ?? []);
  writeFileSync(files.page, renderMarkdown(listed.map(toRow)));
}

/** JSON knows no `undefined`: a bar that could not be measured differs from a row without one. */
function toRow({ hasBar, met, ...row }) {
  return { ...row, met: hasBar ? (met ?? undefined) : null };
}
