import type { Command } from 'commander';
import { listOption, toRate, toWholeNumber, toWholeOrZero } from '../option-values.ts';

/** Adds the options that select cases and variants. */
export function addChoiceOptions(command: Command): Command {
  return command
    .optionsGroup('Select:')
    .addOption(listOption('-t, --target <ids>', 'test these targets instead of those in the files'))
    .addOption(
      listOption(
        '--send <formats>',
        'format sent to models: messages, question, or both as two variants',
        "the target's setting",
      ),
    )
    .addOption(listOption('--case <ids>', 'run only these cases'))
    .addOption(listOption('--tag <tags>', 'run only cases with at least one of these tags'))
    .option('--limit <n>', 'run only the first n cases', toWholeNumber);
}

/** The target of LLM judges that do not name one. */
export const judgeOption = ['--judge <id>', 'default target for LLM judges'] as const;

/** Adds the options that decide the exit code of a run or a grading. */
export function addVerdictOptions(command: Command): Command {
  return command
    .optionsGroup('Results:')
    .option('--threshold <rate>', 'minimum pass rate for exit code 0 (default: 1)', toRate)
    .option('--allow-ungraded <n>', 'maximum errors + ungraded before exit code 3 (default: 0)', toWholeOrZero)
    .option('--require-certified', 'exit with code 2 unless every judge has a trusted, up-to-date certificate')
    .option('--exempt-rubric', 'with --require-certified: allow outcome and rubric graders without a certificate');
}
