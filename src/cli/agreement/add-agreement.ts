import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Scale } from '../../conversation/deck.ts';
import { isStepFitting } from '../../conversation/scale.ts';
import { ratingLevels } from '../../statistics/rating-level.ts';
import type { Finish, Io } from '../io.ts';
import { dbOption, verboseOption } from '../shared-options.ts';
import type { AgreementCommand } from './agreement-command.ts';

const form = /^(?<min>[+-]?\d+(?:\.\d+)?)(?:\.\.|…)(?<max>[+-]?\d+(?:\.\d+)?)$/;
const mostScores = 1000;

/** `1..5` is the scores 1, 2, 3, 4 and 5. */
function toScaleOption(text: string): Scale {
  const { min, max } = form.exec(text)?.groups ?? {};
  const scale = { min: Number(min), max: Number(max), step: 1 };
  if (min === undefined || !(scale.min < scale.max) || !isStepFitting(scale)) {
    throw new InvalidArgumentError('Expected low..high in whole steps, such as 1..5.');
  }
  if (scale.max - scale.min < mostScores) return scale;
  throw new InvalidArgumentError(`Expected at most ${mostScores} scores.`);
}

/** `turnwise agreement`, as data. */
export function addAgreement(program: Command, io: Io, finish: Finish): void {
  program
    .command('agreement')
    .description('measure inter-rater agreement, even with missing ratings')
    .argument(
      '<source>',
      'file of ratings (CSV or JSON lines), sample file with ratings, or dataset:NAME for the labels of a dataset',
    )
    .option(
      '--scale <a..b>',
      'possible scores: 1..5 means 1, 2, 3, 4, 5 (default: the scores in the file)',
      toScaleOption,
    )
    .addOption(
      new Option('--level <name>', 'level of measurement. With nominal, a score can be any text').choices(ratingLevels),
    )
    .option('--deck <deck>', 'with dataset:NAME: the deck people answered, or overall (default: overall)')
    .option('--json', 'print all metrics as {value, low, high, n}')
    .option(...verboseOption)
    .option(...dbOption)
    .addHelpText(
      'after',
      `
A ratings file has the columns unit, rater and score, in any order. An empty score is a missing rating.
An optional column conversation groups units of one conversation, which makes the intervals wider.

  unit,rater,score
  late-refund,ann,2
  late-refund,ben,3

In a sample file (.toml, or JSON lines with messages), each sample is one unit.

Examples:
  turnwise agreement ratings.csv --scale 1..5
  turnwise agreement intents.csv --level nominal
  turnwise agreement tone.samples.toml --scale -3..3
  turnwise agreement dataset:refunds --deck graders/tone.deck.md

Exit code: 0 measured · 2 invalid file or options · 3 database error`,
    )
    .action((source: string, options: Omit<AgreementCommand, 'source'>) =>
      finish(async () => (await import('../commands/agreement.ts')).agreement({ source, ...options }, io)),
    );
}
