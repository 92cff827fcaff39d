import { type Command, Option } from 'commander';
import { addCallOptions } from '../add-call-options.ts';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';
import { addWord, toRate, toWholeOrZero } from '../option-values.ts';
import { addReportOptions } from '../report/add-report-options.ts';
import type { GradeCommand } from './grade-command.ts';

/** `turnwise grade`, as data. */
export function addGrade(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('grade')
    .description('grade the stored replies of a run again; no target under test is called')
    .argument('<run>', 'id of a run, its beginning or end, last, or last~1 for the one before it')
    .optionsGroup('What grades:')
    .option(
      '-g, --grader <name>',
      'only this grader: its id, its id without the turn, or its kind; or a deck file, which grades besides; several: once each',
      addWord,
    )
    .addOption(
      new Option('--when <what>', 'what a deck of --grader speaks of (default: last, or as the deck sees)').choices([
        'last',
        'all',
        'conversation',
      ]),
    )
    .option('--judge <id>', 'target asked by judges that name none');
  addCallOptions(command)
    .optionsGroup('What comes of it:')
    .option('--threshold <rate>', 'least pass rate for exit code 0 (default: 1)', toRate)
    .option('--allow-ungraded <n>', 'errors and ungraded that are put up with (default: 0)', toWholeOrZero)
    .option('--require-certified', 'exit code 2 unless every judge has a certificate that is trusted and fits')
    .option('--exempt-rubric', 'with --require-certified: let outcome and rubric judge without a certificate')
    .option('--out <file>', 'write each case as a line of JSON as it is graded')
    .option('--json', 'print {run, grading, counts, cases, metrics}');
  addReportOptions(command)
    .option('-v, --verbose', 'print every table and note')
    .option('-q, --quiet', 'no progress')
    .option('--store <file>', 'database (default: .turnwise/turnwise.db of the project)')
    .addHelpText(
      'after',
      `
Graders, decks and answer keys are those of the files as they are now. Verdicts stand beside the old ones; nothing is
overwritten: turnwise show run:<id> --grading 0 has them as played.
Ctrl-C once finishes the calls in flight; the same command goes on where it stopped.

Exit code: as of turnwise run`,
    );
  command.action((run: string, options: Omit<GradeCommand, 'run'>) =>
    finish(async () => (await import('../commands/grade.ts')).grade({ run, ...options }, io)),
  );
}
