import type { Command } from 'commander';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';
import { listOption, toWholeNumber, toWholeOrZero } from '../option-values.ts';
import { addReportOptions } from '../report/add-report-options.ts';
import { dbOption, runNames, verboseOption } from '../shared-options.ts';
import type { ShowCommand } from './show-command.ts';

/** `turnwise show`, as data. */
export function addShow(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('show')
    .description('show the results and conversations of a run')
    .argument('<run>', `${runNames} (the run: prefix is optional)`)
    .optionsGroup('Select:')
    .addOption(listOption('--case <ids>', 'print the conversations of these cases'))
    .addOption(listOption('-t, --target <ids>', 'only these targets'))
    .addOption(listOption('--status <statuses>', 'only pass, fail, error, ungraded or skipped cases'))
    .option('--limit <n>', 'list at most n cases (default: 50)', toWholeNumber)
    .option(
      '--grading <n>',
      'use the verdicts of grading n, or 0 for the original ones (default: latest)',
      toWholeOrZero,
    )
    .optionsGroup('Results:')
    .option('--judge-calls', 'with --case: print judge requests and replies')
    .option('--json', 'print {run, counts, cases, metrics}, or only the cases with --case');
  addReportOptions(command)
    .optionsGroup('Options:')
    .option(...verboseOption)
    .option(...dbOption)
    .addHelpText(
      'after',
      '\nExamples:\n  turnwise show last\n  turnwise show last~1 --status fail,error\n  turnwise show last --case late-refund --judge-calls',
    )
    .action((run: string, options: Omit<ShowCommand, 'run'>) =>
      finish(async () => (await import('../commands/show.ts')).show({ run, ...options }, io)),
    );
}
