import { toShownFile } from '../../files/project/project.ts';
import { quoteArgument, renderDb } from '../../format/quote-argument.ts';
import { findStorePath } from '../../wiring/open-store.ts';
import type { RunCommand } from './run-command.ts';

type Named = Pick<RunCommand, 'files' | 'db'>;

/** What goes on with a run when it is typed where the run was started. */
export function renderResume(run: string, { files, db }: Named, cwd: string): string {
  const [file] = files;
  // The project is the one of the file, and that is not the one around here.
  const named = file !== undefined && isElsewhere(file, cwd) ? ` ${quoteArgument(file)}` : '';
  return `turnwise run${named} --resume ${run}${renderDb(db)}`;
}

/** What `show` needs to find the store of the run from here: ` --db <file>`, or nothing. */
export function renderStoreOption({ files, db }: Named, cwd: string): string {
  const [file] = files;
  if (db !== undefined || file === undefined || !isElsewhere(file, cwd)) return renderDb(db);
  return renderDb(toShownFile(findStorePath({ cwd, file }), cwd));
}

function isElsewhere(file: string, cwd: string): boolean {
  return findStorePath({ cwd, file }) !== findStorePath({ cwd });
}
