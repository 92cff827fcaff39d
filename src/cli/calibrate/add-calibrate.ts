import { type Command, Option } from 'commander';
import { strataNames } from '../../conversation/label-request.ts';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';
import { listOption, toWholeNumber } from '../option-values.ts';
import { htmlOption } from '../report/add-report-options.ts';
import { addCallOptions, addLimits, dbOption, quietOption, verboseOption } from '../shared-options.ts';
import type { CalibrateCommand } from './calibrate-command.ts';

/** `turnwise calibrate`, as data. */
export function addCalibrate(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('calibrate')
    .description('measure LLM judges against human labels before you trust them')
    .argument('[decks...]', "deck files or folders (a deck is a judge's prompt and rubric)")
    .optionsGroup('Select:')
    .addOption(
      listOption(
        '--samples <sources>',
        'sample files, or dataset:NAME for the labels of a dataset',
        "the deck's own samples",
      ),
    )
    .option('--rubric', 'calibrate the built-in deck of outcome and rubric graders (needs --samples with outcomes)')
    .addOption(listOption('--judge <ids>', 'judge targets to calibrate', "the deck's target"))
    .addOption(listOption('--swap <ids>', 'compare new judges with the old one on the same samples: old,new'))
    .addOption(listOption('--tag <tags>', 'use only samples with at least one of these tags'))
    .addOption(
      new Option('--split <name>', 'tune to improve a deck, test for the final measurement (default: tune)').choices([
        'tune',
        'test',
      ]),
    )
    .option(
      '--repeat <n>',
      'ask each judge n times per sample. Metrics use the first answer (default: 1)',
      toWholeNumber,
    )
    .option('--probe', 'also test each judge with the history removed, shuffled, and with an injected instruction')
    .option('--strict', 'fail instead of skipping invalid samples')
    .option('--allow-leak', 'show judges the human scores if the deck asks for them (no certificate is written)');
  addLimits(command, 'maximum concurrent calls over all decks and judges');
  addResultOptions(command);
  addCallOptions(command)
    .option('--selftest', 'check the statistics against published examples (needs no deck)')
    .option(...verboseOption)
    .option(...quietOption)
    .option(...dbOption)
    .addHelpText('after', afterHelp)
    .action((decks: string[], options: Omit<CalibrateCommand, 'decks'>) =>
      finish(async () => (await import('../commands/calibrate.ts')).calibrate({ decks, ...options }, io)),
    );
}

function addResultOptions(command: Command): void {
  command
    .optionsGroup('Results:')
    .option('--gate', 'write a certificate next to each deck, and exit with code 1 unless every judge is trusted')
    .option('--request-labels <dataset>', 'draw conversations at random into a dataset for people to score')
    .option(
      '--draw <n>',
      'with --request-labels: draw n conversations (default: 40 at first, then as many as the gate needs)',
      toWholeNumber,
    )
    .addOption(
      new Option('--strata <by>', 'with --request-labels: draw the same number from each group').choices(strataNames),
    )
    .option('--seed <n>', 'with --request-labels: seed of the draw (default: a new seed each time)', toWholeNumber)
    .option(...htmlOption)
    .option('--json', 'print {id, split, calls, costUsd, calibrations, swap, skipped}');
}

const afterHelp = `
A judge is trusted when the evidence for every rate in the deck's gate is strong enough: an e-value of at least 40.
The e-value stays valid however often you check. If the deck has no gate, TPR and TNR must be at least 0.8.
Each additional judge you try on the same test samples needs more evidence: 80, 240, …
With --swap and --gate, a new judge gets a certificate only if it is not worse than the old one.
Press Ctrl-C once to finish the calls in flight and stop. Run the same command to resume.

Exit code: 0 done
           1 a judge is not trusted (--gate)
           2 invalid input
           3 limit reached, or a judge did not answer
           130 interrupted`;
