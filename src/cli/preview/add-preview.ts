import type { Command } from 'commander';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';
import { listOption } from '../option-values.ts';
import { dbOption } from '../shared-options.ts';
import type { PreviewCommand } from './preview-command.ts';

/** `turnwise preview`, as data. */
export function addPreview(program: Command, io: Io, finish: Finish): void {
  program
    .command('preview')
    .description('print the exact request for a target or judge without calling it')
    .argument('<file>', 'eval file, deck, sample file or item file')
    .optionsGroup('Select:')
    .addOption(listOption('--case <ids>', 'only these cases or items'))
    .addOption(listOption('-t, --target <ids>', 'eval files: only what these targets get'))
    .option('--messages', 'eval files: only the chat messages')
    .option('--question', 'eval files: only the formatted question')
    .option('--sample <id>', 'decks and sample files: the sample to use (default for decks: the first)')
    .optionsGroup('Options:')
    .option('--json', 'print JSON')
    .option(...dbOption)
    .addHelpText(
      'after',
      '\nExamples:\n  turnwise preview evals/refunds.eval.yaml --case late-refund\n  turnwise preview graders/tone.deck.md',
    )
    .action((file: string, options: Omit<PreviewCommand, 'file'>) =>
      finish(async () => (await import('../commands/preview.ts')).preview({ file, ...options }, io)),
    );
}
