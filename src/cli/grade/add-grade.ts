import type { Command } from 'commander';
import type { Finish, Io } from '../io.ts';
import { addFlags, readFlags } from '../job-flags.ts';
import { runNames } from '../shared-options.ts';
import { gradeFlags } from './grade-flags.ts';

/** `turnwise grade`, as data. */
export function addGrade(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('grade')
    .description('re-grade the recorded replies of a run without calling targets')
    .argument('<run>', runNames);
  addFlags(command, gradeFlags)
    .addHelpText('after', afterHelp)
    .action((run: string, typed: Record<string, unknown>) =>
      finish(async () => (await import('../commands/grade.ts')).grade({ ...readFlags(gradeFlags, typed), run }, io)),
    );
}

const afterHelp = `
Grading uses the graders, decks and answer keys in your files as they are now. It keeps the earlier verdicts.
A grader's id works without its turn: contains-1 matches turn-2/contains-1.
To see the original verdicts:
  turnwise show <run> --grading 0
Press Ctrl-C once to finish the calls in flight and stop. Run the same command to resume.

Exit code: the same as for turnwise run`;
