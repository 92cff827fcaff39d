import { verboseFlag } from './result-flags.ts';

/** Options that several commands have: one name and one help text each. */
export const dbOption = ['--db <file>', 'database file (default: .turnwise/turnwise.db in the project)'] as const;
export const userOption = [
  '--user <name>',
  'your name, recorded with your changes (default: your login name)',
] as const;
export const verboseOption = [verboseFlag.flag, verboseFlag.text] as const;

/** How a run is named on the command line. */
export const runNames = 'run id (or its prefix or suffix), last, or last~1 for the one before';
