import { wrap } from '../../base/wrap.ts';
import { fromBody } from '../../curate/item-content.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { renderTable } from '../../report/render-table.ts';
import type { CurationStore, DatasetRecord } from '../../store/curation-port.ts';
import { withCuration } from '../curation/with-curation.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';

const statuses = ['approved', 'draft', 'skipped'] as const;
const columns = [{ head: 'dataset' }, ...statuses.map((head) => ({ head, right: true }))];

/** How many items of these datasets are done and how many wait, and why the first of the last dataset does. */
export async function printWaiting(
  { datasets, db }: { readonly datasets: readonly string[]; readonly db?: string },
  io: Io,
): Promise<ExitCode> {
  return withCuration({ db }, io, async ({ context }) => {
    const found = await Promise.all(datasets.map((name) => context.store.datasets.find(name)));
    const table = renderTable(
      columns,
      found.flatMap((record) => (record === undefined ? [] : [toRow(record)])),
    );
    const { dim } = toPalette(io.color.out);
    io.out(`${[dim(table.head), ...table.lines].join('\n')}\n${await renderFirst(context.store, datasets, io)}`);
    return 0;
  });
}

function toRow({ name, counts }: DatasetRecord): readonly string[] {
  return [name, ...statuses.map((status) => String(counts[status] ?? 0))];
}

async function renderFirst({ items }: CurationStore, datasets: readonly string[], io: Io): Promise<string> {
  const filter = { datasets: datasets.slice(-1), statuses: ['draft'] as const };
  const { records } = await items.list({ ...filter, sortBy: 'id', sortOrder: 'asc', limit: 1 });
  const [first] = records;
  const comment = first === undefined ? undefined : fromBody(first.body, first.status).comment;
  if (comment === undefined) return '';
  const lines = comment.split('\n').flatMap((line) => wrap(toVisibleText(line), io.columns - 2));
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}
