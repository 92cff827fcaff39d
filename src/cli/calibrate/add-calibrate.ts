import { type Command, Option } from 'commander';
import { strataNames } from '../../conversation/label-strata.ts';
import { addCallOptions } from '../add-call-options.ts';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';
import { addWords, toWholeNumber } from '../option-values.ts';
import type { CalibrateCommand } from './calibrate-command.ts';

/** `turnwise calibrate`, as data. */
export function addCalibrate(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('calibrate')
    .description('set judges against people: ask them about scored conversations, and say whether they may be trusted')
    .argument('[decks...]', 'deck files, or folders of them')
    .optionsGroup('What is asked:')
    .option(
      '--samples <what...>',
      'sample files, or dataset:NAME for what people labeled there (default: what the deck includes)',
      addWords,
    )
    .option(
      '--rubric',
      'calibrate the bundled deck that outcome and rubric follow; needs --samples with an outcome each',
    )
    .option('--judge <ids>', 'targets that judge, comma-separated (default: the target of the deck)', addWords)
    .option(
      '--swap <ids>',
      'compare new judges with the old one on the same samples: old,new[,new2…]. With --gate, certify only those that are not worse',
      addWords,
    )
    .option('--tag <tags>', 'only samples with one of these tags; with commas between', addWords)
    .addOption(
      new Option('--split <name>', 'tune to work on a deck, test to see once how good it is (default: tune)').choices([
        'tune',
        'test',
      ]),
    )
    .option('--repeat <n>', 'ask each so often; metrics stand on the first answer (default: 1)', toWholeNumber)
    .option('--probe', 'also ask without the history, with it shuffled, and with an instruction to the judge in it')
    .option('--strict', 'a sample that would be skipped is an error')
    .option(
      '--allow-leak',
      'show the judge the human scores, where its deck asks for "expected"; nothing is certified',
    );
  addCallOptions(command, 'most calls at once, over all decks and judges');
  addOutcomeOptions(command);
  command.action((decks: string[], options: Omit<CalibrateCommand, 'decks'>) =>
    finish(async () => (await import('../commands/calibrate.ts')).calibrate({ decks, ...options }, io)),
  );
}

function addOutcomeOptions(command: Command): void {
  command
    .optionsGroup('What comes of it:')
    .option(
      '--gate',
      'exit code 1 unless every judge is trusted; writes <deck>.cert.json beside each deck (--rubric: in .turnwise)',
    )
    .option(
      '--request-labels <dataset>',
      'draw conversations at random for people to score, and file them in dataset:NAME or NAME',
    )
    .option(
      '--draw <n>',
      'with --request-labels: draw n conversations (default: as many as the gate needs)',
      toWholeNumber,
    )
    .addOption(
      new Option('--strata <by>', 'with --request-labels: draw equally often from each group').choices(strataNames),
    )
    .option('--seed <n>', 'with --request-labels: seed of the draw (default: a new one per draw)', toWholeNumber)
    .option('--html <file>', 'write a page with metrics and every conversation; one file, no network')
    .option('--all', 'print every metric')
    .option('--json', 'print {id, split, calls, costUsd, calibrations, swap, skipped}')
    .option('--selftest', 'compute published examples, and print their values beside ours; needs no deck')
    .option('-q, --quiet', 'no progress')
    .option('--store <file>', 'database (default: .turnwise/turnwise.db of the project)')
    .addHelpText(
      'after',
      `
A judge is trusted when the evidence for every limit of the deck's gate is strong enough (e-value of at least 40), however
often you look. Without a gate in the deck's front matter, the limits are TPR and TNR of 0.8. Each further judge that you
try on the same test samples needs more evidence: 80, 240, …
Ctrl-C once finishes the calls in flight; the same command goes on where it stopped.

Exit code: 0 done; 1 with --gate, a judge is not trusted; 2 the input; 3 a bound was reached, a judge cannot be
reached, or without --gate a judge could not be asked; 130 interrupted`,
    );
}
