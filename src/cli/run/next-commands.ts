import { toShownFile } from '../../files/project/project.ts';
import { quoteArgument, renderDb } from '../../format/transcript.ts';
import { countDone } from '../../job/run-line.ts';
import type { RunJob } from '../../jobs/run/job.ts';
import { findStorePath } from '../../wiring/open-store.ts';
import type { Resume } from '../job/resume.ts';
import type { ProgressOptions } from '../job/run-with-progress.ts';
import { renderKeptFlags } from '../job-flags.ts';
import { type RunCommand, runFlags } from './run-command.ts';

type Named = Pick<RunCommand, 'files' | 'db'>;
type RunResumeCommand = Partial<RunCommand> & Named;

/** The command that resumes a run, for the folder where it was started. */
function renderRunResume(run: string, command: RunResumeCommand, cwd: string): string {
  const [file] = command.files;
  // The file may belong to another project than `cwd`.
  const named = file !== undefined && isElsewhere(file, cwd) ? ` ${quoteArgument(file)}` : '';
  return `turnwise run${named} --resume ${run}${renderKeptFlags(runFlags, command)}`;
}

/** How to resume a run. If the database fails, the run counts as not recorded. */
export function toRunResume(
  { id, store }: Pick<RunJob, 'id' | 'store'>,
  command: RunResumeCommand,
  cwd: string,
): Resume {
  const isRecorded = async () => (await store.runs.find(id).catch(() => undefined)) !== undefined;
  return { work: 'played', command: renderRunResume(id, command, cwd), isRecorded };
}

/** The number of conversations in a run, and of those that are done. */
export function toRunProgress({
  spec,
  before,
}: Pick<RunJob, 'spec' | 'before'>): Pick<ProgressOptions, 'total' | 'done'> {
  return { total: spec.conversations, done: countDone(before) };
}

/** The option that names the database of the run in commands: ` --db <file>`, or an empty text. */
export function renderStoreOption({ files, db }: Named, cwd: string): string {
  const [file] = files;
  if (db !== undefined || file === undefined || !isElsewhere(file, cwd)) return renderDb(db);
  return renderDb(toShownFile(findStorePath({ cwd, file }), cwd));
}

function isElsewhere(file: string, cwd: string): boolean {
  return findStorePath({ cwd, file }) !== findStorePath({ cwd });
}
