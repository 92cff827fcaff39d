import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Scale } from '../../conversation/judge/deck.ts';
import { isStepFitting } from '../../conversation/judge/scale.ts';
import { ratingLevels } from '../../statistics/agreement/rating-codes.ts';
import { calibrateFlags } from '../calibrate/calibrate-command.ts';
import type { AgreementCommand } from '../commands/agreement.ts';
import type { Finish, Io } from '../io.ts';
import { addFlags, readFlags } from '../job-flags.ts';
import { listOption } from '../option-values.ts';
import { dbOption, verboseOption } from '../shared-flags.ts';

/** Adds the commands under "Calibrate:" in the help. */
export function addCalibrateCommands(program: Command, io: Io, finish: Finish): void {
  program.commandsGroup('Calibrate:');
  addCalibrate(program, io, finish);
  addAgreement(program, io, finish);
}

function addCalibrate(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('calibrate')
    .description('measure LLM judges against human labels before you trust them')
    .argument('[decks...]', "deck files or folders (a deck is a judge's prompt and rubric)");
  addFlags(command, calibrateFlags)
    .addHelpText('after', calibrateHelp)
    .action((decks: string[], typed: Record<string, unknown>) =>
      finish(async () => {
        const { calibrate } = await import('../commands/calibrate.ts');
        return calibrate({ ...readFlags(calibrateFlags, typed), decks }, io);
      }),
    );
}

const calibrateHelp = `
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

function addAgreement(program: Command, io: Io, finish: Finish): void {
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
    .optionsGroup('Columns of a CSV or JSONL file:')
    .addOption(listOption('--unit <columns>', 'what was rated: one column, or several that name a unit together'))
    .option('--rater <column>', 'who rated')
    .option('--score <column>', 'the score or the category')
    .option('--conversation <column>', 'what groups units of one conversation')
    .addOption(listOption('--raters <columns>', 'one row per unit: the columns with the scores of each rater'))
    .optionsGroup('Options:')
    .option('--json', 'print all metrics as {value, low, high, n}, and what was read')
    .option(...verboseOption)
    .option(...dbOption)
    .addHelpText(
      'after',
      `
A ratings file has the columns unit, rater and score, in any order. An empty score is a missing rating.
An optional column conversation groups units of one conversation, which makes the intervals wider.
If your columns have other names, name them. In JSON lines, $.a.b or a.b is a value inside an object.

  unit,rater,score
  late-refund,ann,2
  late-refund,ben,3

A file without columns rater and score has one row per unit and one column per rater:

  unit,ann,ben
  late-refund,2,3

In a sample file (.toml, or JSON lines with messages), each sample is one unit.

Examples:
  turnwise agreement ratings.csv --scale 1..5
  turnwise agreement intents.csv --level nominal
  turnwise agreement votes.jsonl --unit question,turn --rater judge --score winner --level nominal
  turnwise agreement wide.csv --raters ann,ben,cleo
  turnwise agreement tone.samples.toml --scale -3..3
  turnwise agreement dataset:refunds --deck graders/tone.deck.md

Exit code: 0 measured · 2 invalid file or options · 3 database error`,
    )
    .action((source: string, options: Omit<AgreementCommand, 'source'>) =>
      finish(async () => (await import('../commands/agreement.ts')).agreement({ source, ...options }, io)),
    );
}

const form = /^(?<min>[+-]?\d+(?:\.\d+)?)(?:\.\.|…)(?<max>[+-]?\d+(?:\.\d+)?)$/;
const mostScores = 1000;

/** `1..5` means the scores 1, 2, 3, 4 and 5. */
function toScaleOption(text: string): Scale {
  const { min, max } = form.exec(text)?.groups ?? {};
  const scale = { min: Number(min), max: Number(max), step: 1 };
  if (min === undefined || !(scale.min < scale.max) || !isStepFitting(scale)) {
    throw new InvalidArgumentError('Expected low..high in whole steps, such as 1..5.');
  }
  if (scale.max - scale.min < mostScores) return scale;
  throw new InvalidArgumentError(`Expected at most ${mostScores} scores.`);
}
