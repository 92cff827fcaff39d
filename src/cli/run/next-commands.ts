import { findStorePath } from '../../compose/open-store.ts';
import { toShownFile } from '../../files/project/project.ts';
import { quoteArgument } from '../../report/quote-argument.ts';
import type { RunCommand } from './run-command.ts';

type Named = Pick<RunCommand, 'files' | 'db'>;

/** What goes on with a run when it is typed where the run was started. */
export function renderResume(run: string, { files, db }: Named, cwd: string): string {
  const [file] = files;
  // The project is the one of the file, and that is not the one around here.
  const named = file !== undefined && isElsewhere(file, cwd) ? ` ${quoteArgument(file)}` : '';
  return `turnwise run${named} --resume ${run}${db === undefined ? '' : ` --db ${quoteArgument(db)}`}`;
}

/** What `show` needs to find the store of the run from here: ` --db <file>`, or nothing. */
export function renderStoreOption({ files, db }: Named, cwd: string): string {
  const [file] = files;
  if (db !== undefined) return ` --db ${quoteArgument(db)}`;
  if (file === undefined || !isElsewhere(file, cwd)) return '';
  return ` --db ${quoteArgument(toShownFile(findStorePath({ cwd, file }), cwd))}`;
}

function isElsewhere(file: string, cwd: string): boolean {
  return findStorePath({ cwd, file }) !== findStorePath({ cwd });
}
