import { systemClock as clock } from '../../base/clock.ts';
import { getRun } from '../../compose/find-run.ts';
import { findStore, findStorePath, getStore } from '../../compose/open-store.ts';
import { isHeld, openGoneTest } from '../../run/holder.ts';
import { isPlayed, toRunLine } from '../../run/run-line.ts';
import type { RunRecord, Store } from '../../store/port.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { countOf } from '../render-problems.ts';
import { listAllRuns } from '../runs/list-all-runs.ts';
import { measureDatabase } from '../runs/measure-database.ts';
import { renderBytes } from '../runs/render-bytes.ts';
import { renderRuns } from '../runs/render-runs.ts';

const shownRuns = 20;

export interface ListRunsCommand {
  readonly json?: boolean;
  readonly limit?: number;
  readonly store?: string;
}

/** The runs of the store, newest first. */
export async function listRuns(command: ListRunsCommand, io: Io): Promise<ExitCode> {
  const { limit = shownRuns, json, store: path } = command;
  const store = await findStore({ path, cwd: io.cwd, clock });
  try {
    // One more than is shown tells whether there are more.
    const records = (await store?.runs.list({ limit: limit + 1 })) ?? [];
    const isGone = openGoneTest(clock);
    const lines = records.slice(0, limit).map((record) => toRunLine(record, isGone));
    if (json === true) io.out(`${JSON.stringify(lines, null, 2)}\n`);
    else if (lines.length === 0) io.out('There are no runs yet. Type: turnwise run <file>.eval.yaml\n');
    else io.out(renderRuns(lines, toPalette(io.color.out)));
    if (json !== true && records.length > limit) io.out(`Older ones are there: turnwise runs --limit ${10 * limit}\n`);
    return 0;
  } finally {
    await store?.close();
  }
}

export interface RemoveRunsCommand {
  readonly runs: readonly string[];
  readonly store?: string;
}

/** Removes runs by name. Every name is looked up before anything is removed. */
export async function removeRuns({ runs, store: path }: RemoveRunsCommand, io: Io): Promise<ExitCode> {
  const place = { path, cwd: io.cwd, clock };
  const before = measureDatabase(findStorePath(place));
  const store = await getStore(place);
  try {
    const found = new Map<string, RunRecord>();
    for (const wanted of runs) {
      const record = await getRun(store.runs, wanted);
      found.set(record.id, record);
    }
    await remove([...found.values()], store, (id) => io.out(`Removed run ${id}.\n`));
  } finally {
    await store.close();
  }
  io.out(`${renderFreed(before, place)}.\n`);
  return 0;
}

export interface PruneRunsCommand {
  readonly olderThan: number;
  readonly keep?: number;
  readonly dryRun?: boolean;
  readonly store?: string;
}

/** Removes runs that started too long ago. A run that is being played or graded is never removed. */
export async function pruneRuns(command: PruneRunsCommand, io: Io): Promise<ExitCode> {
  const place = { path: command.store, cwd: io.cwd, clock };
  const before = measureDatabase(findStorePath(place));
  const store = await findStore(place);
  let records: readonly RunRecord[] = [];
  try {
    records = store === undefined ? [] : await listPrunable(command, store);
    if (store !== undefined && command.dryRun !== true) await remove(records, store);
  } finally {
    await store?.close();
  }
  if (command.dryRun === true) printPrunable(records, io);
  else if (records.length === 0) io.out('No run was removed.\n');
  else io.out(`${countOf(records.length, 'run')} removed, ${renderFreed(before, place)}.\n`);
  return 0;
}

async function listPrunable({ olderThan, keep = 0 }: PruneRunsCommand, { runs }: Store): Promise<readonly RunRecord[]> {
  const before = new Date(clock.now() - olderThan).toISOString();
  const isGone = openGoneTest(clock);
  const old: RunRecord[] = [];
  let place = 0;
  for await (const record of listAllRuns(runs)) {
    if (place++ < keep || record.startedAt >= before || isPlayed(record, isGone)) continue;
    const gradings = await runs.gradings(record.id);
    if (!gradings.some((grading) => isHeld(grading, isGone))) old.push(record);
  }
  return old;
}

function printPrunable(records: readonly RunRecord[], io: Io): void {
  const isGone = openGoneTest(clock);
  const lines = records.map((record) => toRunLine(record, isGone));
  if (lines.length > 0) io.out(`${renderRuns(lines, toPalette(io.color.out))}\n`);
  io.out(`${countOf(lines.length, 'run') || 'No run'} would be removed. Nothing was.\n`);
}

/** `told`: called when a run is gone, since a later one may be refused. */
async function remove(records: readonly RunRecord[], store: Store, told?: (id: string) => void): Promise<void> {
  const isGone = openGoneTest(clock);
  for (const { id } of records) {
    await store.runs.remove(id, isGone);
    told?.(id);
  }
  if (records.length > 0) await store.compact();
}

function renderFreed(before: number, place: Parameters<typeof findStorePath>[0]): string {
  return `${renderBytes(Math.max(0, before - measureDatabase(findStorePath(place))))} freed`;
}
