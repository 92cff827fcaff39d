import { type OptionValues, option, toggle } from '../../job/option-list.ts';
import { runOptions } from '../../jobs/run/options.ts';
import { displayFlags } from '../result-flags.ts';

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
