import type { Command } from 'commander';
import type { CompareCommand } from '../commands/compare.ts';
import type { ShowCommand } from '../commands/show.ts';
import { noiseFlags } from '../compare/noise-command.ts';
import { gradeFlags } from '../grade/grade-command.ts';
import type { Finish, Io } from '../io.ts';
import { addFlags, readFlags } from '../job-flags.ts';
import { listOption, toAgeMs, toWholeNumber, toWholeOrZero } from '../option-values.ts';
import { runFlags } from '../run/run-command.ts';
import { dbOption, reportFlags, runNames, verboseOption } from '../shared-flags.ts';

/** Adds the commands under "Run:" in the help. */
export function addRunCommands(program: Command, io: Io, finish: Finish): void {
  program.commandsGroup('Run:');
  addRun(program, io, finish);
  addShow(program, io, finish);
  addGrade(program, io, finish);
  addRuns(program, io, finish);
  addCompare(program, io, finish);
  addNoise(program, io, finish);
}

function addRun(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('run')
    .description('run evals: play conversations turn by turn and grade the replies')
    .argument('[files...]', "eval files or folders (default: the project's evals)");
  addFlags(command, runFlags)
    .addHelpText('after', runHelp)
    .action((files: string[], typed: Record<string, unknown>) =>
      finish(async () => (await import('../commands/run.ts')).run({ ...readFlags(runFlags, typed), files }, io)),
    );
}

const runHelp = `
A run executes the commands in your targets and graders. Run only files that you trust.
Press Ctrl-C once to finish the calls in flight and stop. Press it again to stop now. Use --resume to continue.
With --baseline, the pass rate does not matter unless you set --threshold.

Exit code: 0 passed
           1 pass rate below --threshold, or a regression from --baseline
           2 invalid files or options, a baseline without a common eval,
             or a judge without a trusted certificate (--require-certified)
           3 too many errors or ungraded, nothing to compare, an unreachable target, or a database error
           130 interrupted`;

function addShow(program: Command, io: Io, finish: Finish): void {
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
  addFlags(command, reportFlags)
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

function addGrade(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('grade')
    .description('re-grade the recorded replies of a run without calling targets')
    .argument('<run>', runNames);
  addFlags(command, gradeFlags)
    .addHelpText('after', gradeHelp)
    .action((run: string, typed: Record<string, unknown>) =>
      finish(async () => (await import('../commands/grade.ts')).grade({ ...readFlags(gradeFlags, typed), run }, io)),
    );
}

const gradeHelp = `
Grading uses the graders, decks and answer keys in your files as they are now. It keeps the earlier verdicts.
A grader's id works without its turn: contains-1 matches turn-2/contains-1.
To see the original verdicts:
  turnwise show <run> --grading 0
Press Ctrl-C once to finish the calls in flight and stop. Run the same command to resume.

Exit code: the same as for turnwise run`;

function addRuns(program: Command, io: Io, finish: Finish): void {
  const runs = program
    .command('runs')
    .description('list and remove recorded runs')
    .helpCommand(false)
    .addHelpText('after', '\nTo see the latest run:\n  turnwise show last');
  runs
    .command('list', { isDefault: true })
    .description('list runs, newest first')
    .option('--limit <n>', 'list at most n runs (default: 20)', toWholeNumber)
    .option('--json', 'print JSON')
    .option(...dbOption)
    .action((options: object) => finish(async () => (await import('../commands/runs.ts')).listRuns(options, io)));
  runs
    .command('rm')
    .description('remove runs, and messages that no other run uses')
    .argument('<runs...>', runNames)
    .option(...dbOption)
    .action((names: string[], options: object) =>
      finish(async () => (await import('../commands/runs.ts')).removeRuns({ runs: names, ...options }, io)),
    );
  runs
    .command('prune')
    .description('remove old runs and calibrations')
    .requiredOption('--older-than <age>', 'remove what started longer ago than this: 12h, 30d, 2w', toAgeMs)
    .option('--keep <n>', 'keep the newest n runs', toWholeOrZero)
    .option('--dry-run', 'list what would be removed without removing it')
    .option(...dbOption)
    .action((options: { olderThan: number }) =>
      finish(async () => (await import('../commands/runs.ts')).pruneRuns(options, io)),
    );
}

function addCompare(program: Command, io: Io, finish: Finish): void {
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
    .addHelpText('after', compareHelp)
    .action((a: string, b: string, options: Omit<CompareCommand, 'a' | 'b'>) =>
      finish(async () => (await import('../commands/compare.ts')).compare({ a, b, ...options }, io)),
    );
}

const compareHelp = `
A run is its id (or its prefix or suffix), last, or last~1 for the one before.
If a run has several targets, add one: <run>:<target>.
If a target has several variants, add :<send>, :<play>, or both.

Examples:
  turnwise compare last~1 last
  turnwise compare 20261115-224530-k3fm last
  turnwise compare last:careful last:careless
  turnwise compare last:gpt:question last:gpt:messages

Exit code: 0 compared · 1 regression (--fail-on-regression) · 2 invalid names or options`;

function addNoise(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('noise')
    .description('measure run-to-run variance and the minimum detectable difference')
    .argument('<files...>', 'eval files or folders, or run:<id> for a run with repeats');
  addFlags(command, noiseFlags)
    .addHelpText('after', noiseHelp)
    .action((files: string[], typed: Record<string, unknown>) =>
      finish(async () => (await import('../commands/noise.ts')).noise({ ...readFlags(noiseFlags, typed), files }, io)),
    );
}

const noiseHelp = `
The command records an ordinary run with repeats. You can compare it with other runs.

Examples:
  turnwise noise evals --repeat 5
  turnwise noise run:last
  turnwise noise run:last --judge-again

Exit code: 0 measured · 2 invalid files or options · 3 no case was graded twice, or a database error · 130 interrupted`;
