import { type OptionValues, option, toggle } from '../../job/option-list.ts';
import { runOptions } from '../../jobs/run/options.ts';
import { usageFault } from '../faults.ts';
import { displayFlags } from '../shared-flags.ts';

const { targets, send, cases, tags, limit, repeat, judge } = runOptions;
const { concurrency, timeoutSeconds, budgetUsd, maxCalls, cache, db } = runOptions;

/** Everything that `turnwise noise` takes. */
export const noiseFlags = {
  ...{ targets, send, cases, tags, limit },
  repeat: option(repeat.type, { flag: '--repeat <n>', text: 'run each case n times (default: 5)', group: 'Select:' }),
  ...{ judge, concurrency, timeoutSeconds, budgetUsd, maxCalls },
  judgeAgain: option(toggle, {
    flag: '--judge-again',
    text: 'grade the first repeat twice to measure judge noise',
    group: 'Results:',
  }),
  json: option(toggle, { flag: '--json', text: 'print {run, noise} with one entry per target', group: 'Results:' }),
  cache: option(cache.type, {
    flag: '--no-cache',
    text: 'ignore cached replies (repeats never share a reply)',
    group: 'Options:',
  }),
  ...displayFlags,
  db,
};

export interface NoiseCommand extends OptionValues<typeof noiseFlags> {
  /** Eval files, or one `run:<id>` that is measured as it is. */
  readonly files: readonly string[];
}

const playOptions = ['targets', 'send', 'cases', 'tags', 'limit', 'repeat', 'judge'] as const;
const callOptions = ['concurrency', 'timeoutSeconds', 'budgetUsd', 'maxCalls'] as const;

export function isStored({ files }: NoiseCommand): boolean {
  return files.some((file) => file.startsWith('run:'));
}

/** An option that would be ignored is a fault. `--judge-again` takes limits, and asks the judges of the run. */
export function checkStored(command: NoiseCommand): void {
  if (command.files.length > 1) throw usageFault('noise measures one run at a time.', 'Run: turnwise noise run:<id>');
  const refused = command.judgeAgain === true ? playOptions : [...playOptions, ...callOptions];
  const isCacheRefused = command.cache === false && command.judgeAgain !== true;
  if (!isCacheRefused && refused.every((option) => command[option] === undefined)) return;
  throw usageFault(
    'Options that select or limit calls do not apply to a recorded run.',
    'Remove them, or name eval files. To measure one target, use run:<id>:<target>.',
  );
}
