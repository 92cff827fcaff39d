import { statSync } from 'node:fs';
import { systemClock as clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { getRun } from '../../conversation/run/run-name.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { hasLiveOwner } from '../../job/lease.ts';
import { hasRunningOwner, toRunLine } from '../../job/run-line.ts';
import type { CalibrationRecord } from '../../store/calibration-port.ts';
import { toExpiryTest } from '../../store/leases/lease-expiry.ts';
import type { RunRecord, Store } from '../../store/port.ts';
import { findStore, findStorePath, getStore } from '../../wiring/open-store.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { countOf } from '../render-problems.ts';
import { renderStoreOption } from '../run/next-commands.ts';
import { renderBytes, renderRuns } from '../run/render-runs.ts';

const shownRuns = 20;

interface ListRunsCommand {
  readonly json?: boolean;
  readonly limit?: number;
  readonly db?: string;
}

/** Lists the runs of the database, newest first. */
export async function listRuns(command: ListRunsCommand, io: Io): Promise<ExitCode> {
  const { limit = shownRuns, json, db: path } = command;
  const store = await findStore({ path, cwd: io.cwd, clock });
  try {
    const storeOption = renderStoreOption({ files: [], ...definedOnly({ db: path }) }, io.cwd);
    const unreadable: string[] = [];
    const onUnreadable = (id: string) => unreadable.push(id);
    // One more than is printed shows whether there are more.
    const records = (await store?.runs.list({ limit: limit + 1, onUnreadable })) ?? [];
    const isExpired = toExpiryTest(clock);
    const lines = records.slice(0, limit).map((record) => toRunLine(record, isExpired));
    if (json === true) io.out(`${JSON.stringify(lines, null, 2)}\n`);
    else if (lines.length > 0) io.out(renderRuns(lines, toPalette(io.color.out)));
    else if (unreadable.length === 0) io.out('No runs yet. Run: turnwise run <file>.eval.yaml\n');
    if (json !== true && records.length > limit) {
      io.out(`More runs: turnwise runs --limit ${10 * limit}${storeOption}\n`);
    }
    for (const id of unreadable)
      io.err(`Run ${id} cannot be read. To remove it: turnwise runs rm ${id}${storeOption}\n`);
    return 0;
  } finally {
    await store?.close();
  }
}

interface RemoveRunsCommand {
  readonly runs: readonly string[];
  readonly db?: string;
}

/** Removes runs by name. It looks up every name before it removes anything. */
export async function removeRuns({ runs, db: path }: RemoveRunsCommand, io: Io): Promise<ExitCode> {
  const place = { path, cwd: io.cwd, clock };
  const before = measureDatabase(findStorePath(place));
  const store = await getStore(place);
  try {
    const found = new Set<string>();
    for (const wanted of runs) found.add(await getRunId(store, wanted));
    await remove([...found], store, (id) => io.out(`Removed run ${id}.\n`));
  } finally {
    await store.close();
  }
  io.out(`${renderFreed(before, place)}.\n`);
  return 0;
}

/** A run with an unreadable record can be named only by its full id. */
async function getRunId(store: Store, wanted: string): Promise<string> {
  const id = wanted.replace(/^run:/, '');
  return (await store.runs.has(id)) ? id : (await getRun(store.runs, wanted)).id;
}

interface PruneRunsCommand {
  readonly olderThan: number;
  readonly keep?: number;
  readonly dryRun?: boolean;
  readonly db?: string;
}

/** Runs and calibrations that are older than the limit. */
interface PrunableRecords {
  readonly runs: readonly RunRecord[];
  readonly calibrations: readonly CalibrationRecord[];
}

/** Removes old runs and calibrations, except those that are running. The test-set uses of a deck stay recorded. */
export async function pruneRuns(command: PruneRunsCommand, io: Io): Promise<ExitCode> {
  const place = { path: command.db, cwd: io.cwd, clock };
  const before = measureDatabase(findStorePath(place));
  const store = await findStore(place);
  let old: PrunableRecords = { runs: [], calibrations: [] };
  try {
    if (store !== undefined) {
      old = { runs: await listPrunable(command, store), calibrations: await listOldCalibrations(command, store) };
      if (command.dryRun !== true) await removeOld(old, store);
    }
  } finally {
    await store?.close();
  }
  if (command.dryRun === true) printPrunable(old, io);
  else if (countPrunable(old) === '') io.out('No runs removed.\n');
  else io.out(`${countPrunable(old)} removed, ${renderFreed(before, place)}.\n`);
  return 0;
}

async function removeOld({ runs, calibrations }: PrunableRecords, store: Store): Promise<void> {
  const isExpired = toExpiryTest(clock);
  for (const { id } of calibrations) await store.calibrations.remove(id, isExpired);
  await remove(
    runs.map(({ id }) => id),
    store,
  );
  if (runs.length === 0 && calibrations.length > 0) await store.compact();
}

async function listOldCalibrations(
  { olderThan }: PruneRunsCommand,
  { calibrations }: Store,
): Promise<readonly CalibrationRecord[]> {
  const before = new Date(clock.now() - olderThan).toISOString();
  const isExpired = toExpiryTest(clock);
  const old: CalibrationRecord[] = [];
  for await (const record of listAllRuns(calibrations)) {
    if (record.startedAt < before && !hasLiveOwner(record, isExpired)) old.push(record);
  }
  return old;
}

/** `2 runs and 1 calibration`. Empty if there are none. */
function countPrunable({ runs, calibrations }: PrunableRecords): string {
  const counts = [countOf(runs.length, 'run'), countOf(calibrations.length, 'calibration')];
  return counts.filter((count) => count !== '').join(' and ');
}

async function listPrunable({ olderThan, keep = 0 }: PruneRunsCommand, { runs }: Store): Promise<readonly RunRecord[]> {
  const before = new Date(clock.now() - olderThan).toISOString();
  const isExpired = toExpiryTest(clock);
  const old: RunRecord[] = [];
  let place = 0;
  for await (const record of listAllRuns(runs)) {
    if (place++ < keep || record.startedAt >= before || hasRunningOwner(record, isExpired)) continue;
    const gradings = await runs.gradings(record.id);
    if (!gradings.some((grading) => hasLiveOwner(grading, isExpired))) old.push(record);
  }
  return old;
}

function printPrunable(old: PrunableRecords, io: Io): void {
  const isExpired = toExpiryTest(clock);
  const lines = old.runs.map((record) => toRunLine(record, isExpired));
  if (lines.length > 0) io.out(`${renderRuns(lines, toPalette(io.color.out))}\n`);
  for (const { id, spec } of old.calibrations) io.out(`Calibration ${id} of ${listDecks(spec)}\n`);
  io.out(`Dry run: ${countPrunable(old) || 'no runs'} would be removed.\n`);
}

function listDecks({ judges }: CalibrationRecord['spec']): string {
  return toVisibleText([...new Set(judges.map(({ deck }) => deck))].join(', '));
}

/** `onRemoved`: called after each run, because a later one may be refused. */
async function remove(ids: readonly string[], store: Store, onRemoved?: (id: string) => void): Promise<void> {
  const isExpired = toExpiryTest(clock);
  for (const id of ids) {
    await store.runs.remove(id, isExpired);
    onRemoved?.(id);
  }
  if (ids.length > 0) await store.compact();
}

function renderFreed(before: number, place: Parameters<typeof findStorePath>[0]): string {
  return `${renderBytes(Math.max(0, before - measureDatabase(findStorePath(place))))} freed`;
}

const listedAtOnce = 100;

/** A store that lists runs or calibrations, newest first. */
interface Listing<Listed> {
  list(options: { readonly limit: number; readonly before?: string }): Promise<readonly Listed[]>;
}

/** Every run or calibration of the database, newest first. */
async function* listAllRuns<Listed extends { readonly id: string }>(store: Listing<Listed>): AsyncGenerator<Listed> {
  let before: string | undefined;
  do {
    const listed = await store.list({ limit: listedAtOnce, ...(before === undefined ? {} : { before }) });
    yield* listed;
    before = listed.at(-1)?.id;
  } while (before !== undefined);
}

/** The size of a database on disk, including the files that SQLite keeps next to it. */
function measureDatabase(path: string): number {
  return ['', '-wal', '-shm'].reduce((sum, tail) => sum + sizeOf(`${path}${tail}`), 0);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
