import type { Command } from 'commander';
import type { Finish, Io } from '../io.ts';
import { toWholeNumber, toWholeOrZero } from '../option-values.ts';
import { dbOption, verboseOption } from '../shared-options.ts';
import type { CompareCommand } from './compare-command.ts';

/** `turnwise compare`, as data. */
export function addCompare(program: Command, io: Io, finish: Finish): void {
  program
    .command('compare')
    .description('compare run B with baseline A: better, worse or inconclusive')
    .argument('<a>', 'baseline run')
    .argument('<b>', 'run to compare with the baseline')
    .optionsGroup('Results:')
    .option('--fail-on-regression', 'exit with code 1 if B is worse, or worse when errors count as failures')
    .option('--limit <n>', 'list at most n changed pairs (default: 20)', toWholeNumber)
    .option('--transcripts', 'print both conversations of each listed pair')
    .option('--json', 'print {pairs, improved, unchanged, regressed, difference, p, verdict, byTag, flipped, …}')
    .option('--markdown <file>', 'write a summary for a pull request (appends to $GITHUB_STEP_SUMMARY)')
    .optionsGroup('Options:')
    .option('--seed <n>', 'seed for the random sign flips of clustered conversations', toWholeOrZero)
    .option(...verboseOption)
    .option(...dbOption)
    .addHelpText('after', afterHelp)
    .action((a: string, b: string, options: Omit<CompareCommand, 'a' | 'b'>) =>
      finish(async () => (await import('../commands/compare.ts')).compare({ a, b, ...options }, io)),
    );
}

const afterHelp = `
A run is its id (or its prefix or suffix), last, or last~1 for the one before.
If a run has several targets, add one: <run>:<target>.
If a target has several variants, add :<send>, :<play>, or both.

Examples:
  turnwise compare last~1 last
  turnwise compare 20261115-224530-k3fm last
  turnwise compare last:careful last:careless
  turnwise compare last:gpt:question last:gpt:messages

Exit code: 0 compared · 1 regression (--fail-on-regression) · 2 invalid names or options`;
