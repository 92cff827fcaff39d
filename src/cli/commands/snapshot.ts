import { writeAtomically } from '../../files/text/write-atomically.ts';
import { diffSnapshots } from '../../review/diff-snapshots.ts';
import { renderSnapshot, takeSnapshot, toSnapshotManifest } from '../../review/snapshot.ts';
import type { SnapshotRecord } from '../../store/curation-port.ts';
import { findActor } from '../curation/find-actor.ts';
import { checkDatasets, type FilterOptions, toItemFilter } from '../curation/item-filter.ts';
import { renderSnapshotDiff, renderSnapshots } from '../curation/render-snapshots.ts';
import { withCuration } from '../curation/with-curation.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { countOf } from '../render-problems.ts';

interface SnapshotCommand extends FilterOptions {
  readonly out?: string;
  readonly user?: string;
  readonly db?: string;
  readonly json?: boolean;
}

/** Keeps the items that fit as they are now; approved ones, unless a status is named. */
export async function snapshot(command: SnapshotCommand, io: Io): Promise<ExitCode> {
  const actor = findActor(command.user, io);
  const filter = toItemFilter({ ...command, status: command.status ?? ['approved'] });
  return withCuration(command, io, async ({ context }) => {
    await checkDatasets(context.store, command.dataset);
    const record = await takeSnapshot(context, { filter, actor });
    if (command.out !== undefined) await writeAtomically(command.out, io.cwd, renderSnapshot(context, record));
    io.out(command.json === true ? renderJson(toSnapshotManifest(record)) : renderTaken(record, command.out));
    return 0;
  });
}

function renderJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function renderTaken({ id, hash, count }: SnapshotRecord, out: string | undefined): string {
  const where = out === undefined ? '' : ` Written to ${out}.`;
  const next = out === undefined ? 'To write the items to a file as well, add --out <file>.\n' : '';
  return `${id}: ${countOf(count, 'item') || 'no items'}, content hash ${hash}.${where}\n${next}`;
}

interface ListSnapshotsCommand {
  readonly db?: string;
  readonly json?: boolean;
}

export async function listSnapshots(command: ListSnapshotsCommand, io: Io): Promise<ExitCode> {
  return withCuration(command, io, async ({ context }) => {
    const records = await context.store.snapshots.list();
    if (command.json === true) io.out(renderJson(records.map(toSnapshotManifest)));
    else if (records.length === 0) io.out('No snapshots yet. Run: turnwise snapshot\n');
    else io.out(renderSnapshots(records, toPalette(io.color.out)));
    return 0;
  });
}

interface DiffSnapshotsCommand extends ListSnapshotsCommand {
  readonly from: string;
  readonly to: string;
}

export async function diff({ from, to, ...command }: DiffSnapshotsCommand, io: Io): Promise<ExitCode> {
  return withCuration(command, io, async ({ context }) => {
    const found = await diffSnapshots(context, from, to);
    if (command.json === true) io.out(renderJson(found));
    else io.out(renderSnapshotDiff(found, toPalette(io.color.out)));
    return 0;
  });
}
