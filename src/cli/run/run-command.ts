import { type OptionValues, option, text, toggle } from '../../job/option-list.ts';
import { isResumed, type RunEvalOptions, runOptions } from '../../jobs/run/options.ts';
import { usageFault } from '../faults.ts';
import type { Io } from '../io.ts';
import { nameFlag } from '../job-flags.ts';
import { displayFlags, reportFlags, verdictFlags } from '../shared-flags.ts';

const { db, ...options } = runOptions;

/** Everything that `turnwise run` takes. */
export const runFlags = {
  ...verdictFlags,
  ...options,
  baseline: option(text, {
    flag: '--baseline <run>',
    text: 'exit with code 1 on a regression from this run (or <run>:<target> for one target)',
    group: 'Results:',
  }),
  out: option(text, {
    flag: '--out <file>',
    text: 'write each case as a JSON line as soon as it is done',
    group: 'Results:',
  }),
  json: option(toggle, { flag: '--json', text: 'print {run, counts, cases, metrics}', group: 'Results:' }),
  ...reportFlags,
  ...displayFlags,
  db,
};

/** Options that a resumed run keeps from its start. */
const chosenAtStart = ['targets', 'send', 'cases', 'tags', 'limit', 'repeat', 'seed', 'judge'] as const;

/** Throws a Fault for an option that a resumed run, or a new one, would ignore. */
export function checkRunCommand(command: RunCommand): void {
  const isOld = isResumed(command);
  if (!isOld && command.force === true)
    throw usageFault('--force only works with --resume or --retry-errors.', 'Remove it, or add --resume.');
  const given = isOld ? chosenAtStart.find((option) => command[option] !== undefined) : undefined;
  if (given === undefined) return;
  throw usageFault(
    `${nameFlag(runFlags[given])} does not work with --resume. A resumed run keeps its original selection.`,
    'Remove it, or start a new run.',
  );
}

/** What the job is opened with. */
export function toRunOptions(command: RunCommand, { cwd, env }: Pick<Io, 'cwd' | 'env'>): RunEvalOptions {
  const { files } = command;
  return { ...command, files: files.length === 0 ? undefined : files, cwd, env };
}

export interface RunCommand extends OptionValues<typeof runFlags> {
  readonly files: readonly string[];
}
