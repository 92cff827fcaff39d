import { type Command, Option } from 'commander';
import { ratingLevels } from '../../statistics/rating-level.ts';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';
import type { AgreementCommand } from './agreement-command.ts';
import { toScaleOption } from './scale-option.ts';

/** `turnwise agreement`, as data. */
export function addAgreement(program: Command, io: Io, finish: Finish): void {
  program
    .command('agreement')
    .description('tell how far people agree: any ratings, of any number of raters, with any of them missing')
    .argument(
      '<source>',
      'a file of ratings, CSV or JSON lines; a file of samples with ratings; or dataset:NAME for the labels given there',
    )
    .option(
      '--scale <a..b>',
      'the scores there could have been: 1..5 is 1, 2, 3, 4, 5 (default: those given)',
      toScaleOption,
    )
    .addOption(
      new Option(
        '--level <name>',
        'what scores mean; metrics that need more are left out. nominal: a score may be any text; 1 and 1.0 are one',
      ).choices(ratingLevels),
    )
    .option('--deck <deck>', 'of a dataset: the deck that was answered, or overall (default: overall)')
    .option('--all', 'print every metric, not only those that most people ask for')
    .option('--json', 'print every metric as {value, low, high, n}, with units, raters, ratings and pairs')
    .option('--store <file>', 'of a dataset: database (default: .turnwise/turnwise.db of the project)')
    .addHelpText(
      'after',
      `
A file has the columns unit, rater and score, in any order; a blank score is a missing one. A column
conversation, if there is one, says which units belong together: intervals are wider then.

  unit,rater,score
  late-refund,ann,2
  late-refund,ben,3

Of samples (.toml, or JSON lines with messages) it takes the ratings: one sample is one unit.

Examples:
  turnwise agreement ratings.csv --scale 1..5
  turnwise agreement intents.csv --level nominal
  turnwise agreement tone.samples.toml --scale -3..3
  turnwise agreement dataset:refunds --deck graders/tone.deck.md

Exit code: 0 · 2 a mistake in the file or the options · 3 trouble with the store`,
    )
    .action((source: string, options: Omit<AgreementCommand, 'source'>) =>
      finish(async () => (await import('../commands/agreement.ts')).agreement({ source, ...options }, io)),
    );
}
