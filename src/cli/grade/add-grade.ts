import { type Command, Option } from 'commander';
import type { Finish, Io } from '../io.ts';
import { listOption } from '../option-values.ts';
import { addReportOptions } from '../report/add-report-options.ts';
import { addVerdictOptions, judgeOption } from '../run/add-choice-options.ts';
import { addCallOptions, addLimits, dbOption, quietOption, runNames, verboseOption } from '../shared-options.ts';
import type { GradeCommand } from './grade-command.ts';

/** `turnwise grade`, as data. */
export function addGrade(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('grade')
    .description('re-grade the recorded replies of a run without calling targets')
    .argument('<run>', runNames)
    .optionsGroup('Select:')
    .addOption(listOption('-g, --grader <names>', 'use only these graders: ids, kinds, or deck files to add judges'))
    .addOption(
      new Option('--when <what>', 'what a deck from --grader grades (default: last, or what the deck sees)').choices([
        'last',
        'all',
        'conversation',
      ]),
    )
    .option(...judgeOption);
  addLimits(command);
  addVerdictOptions(command)
    .option('--out <file>', 'write each case as a JSON line as soon as it is graded')
    .option('--json', 'print {run, grading, counts, cases, metrics}');
  addReportOptions(command);
  addCallOptions(command)
    .option(...verboseOption)
    .option(...quietOption)
    .option(...dbOption)
    .addHelpText('after', afterHelp)
    .action((run: string, options: Omit<GradeCommand, 'run'>) =>
      finish(async () => (await import('../commands/grade.ts')).grade({ run, ...options }, io)),
    );
}

const afterHelp = `
Grading uses the graders, decks and answer keys in your files as they are now. It keeps the earlier verdicts.
A grader's id works without its turn: contains-1 matches turn-2/contains-1.
To see the original verdicts:
  turnwise show <run> --grading 0
Press Ctrl-C once to finish the calls in flight and stop. Run the same command to resume.

Exit code: the same as for turnwise run`;
