import type { Command } from 'commander';
import { addWord, addWords, toWholeNumber } from '../option-values.ts';

/** Adds the options that choose which cases are played, and by whom. */
export function addChoiceOptions(command: Command): Command {
  return command
    .option(
      '-t, --target <id>',
      'target that answers, instead of those the file names; several: a,b or once each',
      addWords,
    )
    .option(
      '--send <form>',
      'what models are sent: messages, question, or question,messages as two variants (default: as each target says)',
      addWords,
    )
    .option('--case <id>', 'only this case; several: once each', addWord)
    .option('--tag <word>', 'only cases with this tag; several: once each, one of them is enough', addWord)
    .option('--limit <n>', 'only the first n cases', toWholeNumber);
}
