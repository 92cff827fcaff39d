import { toShownFile } from '../../files/project/project.ts';
import { quoteArgument, renderDb } from '../../format/quote-argument.ts';
import { findStorePath } from '../../wiring/open-store.ts';
import { renderKeptFlags } from '../job-flags.ts';
import { type RunCommand, runFlags } from './run-command.ts';

type Named = Pick<RunCommand, 'files' | 'db'>;

/** The command that resumes a run, as it is typed where the run was started. */
export function renderResume(run: string, command: Partial<RunCommand> & Named, cwd: string): string {
  const [file] = command.files;
  // The project of the file is not the one around `cwd`.
  const named = file !== undefined && isElsewhere(file, cwd) ? ` ${quoteArgument(file)}` : '';
  return `turnwise run${named} --resume ${run}${renderKeptFlags(runFlags, command)}`;
}

/** What commands need to find the database of the run from here: ` --db <file>`, or nothing. */
export function renderStoreOption({ files, db }: Named, cwd: string): string {
  const [file] = files;
  if (db !== undefined || file === undefined || !isElsewhere(file, cwd)) return renderDb(db);
  return renderDb(toShownFile(findStorePath({ cwd, file }), cwd));
}

function isElsewhere(file: string, cwd: string): boolean {
  return findStorePath({ cwd, file }) !== findStorePath({ cwd });
}
