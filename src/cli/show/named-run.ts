import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { getRun } from '../../compose/find-run.ts';
import { findStore } from '../../compose/open-store.ts';
import type { Io } from '../io.ts';
import type { ShowCommand } from './show-command.ts';

/** What an id of a run, a part of one, `last` or `last~1` looks like; files to show have a suffix. */
const runLike = /^[\w~-]+$/;

/**
 * Whether a run is meant: `run:` says so; without it a word that is no file and by which a run is found. A word that is
 * neither is a Fault.
 */
export async function isNamedRun({ file, store: path }: ShowCommand, io: Io): Promise<boolean> {
  if (file.startsWith('run:')) return true;
  if (!runLike.test(file) || existsSync(resolve(io.cwd, file))) return false;
  const store = await findStore({ path, cwd: io.cwd, clock: io.clock ?? systemClock });
  try {
    if (store === undefined)
      throw neither(file, 'List the runs with `turnwise runs`, or start one: turnwise run <file>');
    await getRun(store.runs, file);
    return true;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'RUN_UNKNOWN') throw error;
    throw neither(file, error.problems[0]?.hint ?? '');
  } finally {
    await store?.close();
  }
}

function neither(name: string, hint: string): Fault {
  return new Fault({ code: 'FILE_MISSING', message: `There is no file or run "${name}".`, hint });
}
