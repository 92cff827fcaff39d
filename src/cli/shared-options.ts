import type { Command } from 'commander';
import { toPositive, toWholeNumber } from './option-values.ts';

/** Options that several commands have: one name and one help text each. */
export const dbOption = ['--db <file>', 'database file (default: .turnwise/turnwise.db in the project)'] as const;
export const userOption = [
  '--user <name>',
  'your name, recorded with your changes (default: your login name)',
] as const;
export const verboseOption = ['-v, --verbose', 'print all details'] as const;
export const quietOption = ['-q, --quiet', 'hide progress'] as const;

/** How a run is named on the command line. */
export const runNames = 'run id (or its prefix or suffix), last, or last~1 for the one before';

/** The limits of a command that calls models. */
export function addLimits(command: Command, concurrency = 'maximum concurrent calls'): Command {
  return command
    .optionsGroup('Limits:')
    .option('-c, --concurrency <n>', `${concurrency} (default: 10)`, toWholeNumber)
    .option('--timeout <seconds>', "time limit per call (default: 120, or the target's own limit)", toPositive)
    .option('--budget-usd <n>', 'stop before the cost exceeds this amount', toPositive)
    .option('--max-calls <n>', 'stop after n calls', toWholeNumber);
}

/** How a command uses the response cache, and what it records of its calls. */
export function addCallOptions(command: Command): Command {
  return command
    .optionsGroup('Options:')
    .option('--no-cache', 'ignore cached replies')
    .option('--record <file>', 'record every call to a cassette for a replay target');
}
