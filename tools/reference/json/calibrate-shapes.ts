import { z } from 'zod';
import { agreementKeys, agreementTable } from '../../../src/calibrate/agreement/agreement-table.ts';
import { GateState, MetricState, ProbeFinding, SwapVerdict } from '../../../src/conversation/certificate.ts';
import { Rating, SampleMessage } from '../../../src/conversation/sample.ts';
import { UngradedCause } from '../../../src/conversation/verdict.ts';
import { metricNames, metricTable } from '../../../src/statistics/metric-table.ts';
import { Difference, Metric } from './shared-shapes.ts';
import { list, mapOf, number, oneOf, text, texts, time, truth, verbatim, whole } from './values.ts';

const metrics = Object.fromEntries(metricNames.map((name) => [name, Metric.describe(metricTable[name].definition)]));

const sampleClass = oneOf(['pass', 'fail'], 'Whether people pass the samples.');

const Gate = z.strictObject({
  state: GateState.describe('Whether the judge is trusted.'),
  reasons: texts('Why it is not trusted, or what is inconclusive.'),
  caveats: texts('What probes found against it.'),
  needed: list(
    z.strictObject({
      metric: text('The metric.'),
      class: oneOf(['pass', 'fail', 'any'], 'How people would score these conversations.'),
      labels: z
        .strictObject({
          fewest: whole('The fewest additional labels that can decide it.'),
          likely: whole('Labels that decide it with a chance of 80%. null if more than 1,000.').nullable(),
        })
        .describe('Random labels that would decide the metric.'),
      chance: z
        .strictObject({
          fewest: number('Chance that `fewest` is enough.'),
          likely: number('Chance that `likely`, or 1,000, is enough.'),
        })
        .describe('The chance that these are enough.'),
      outlook: oneOf(['met', 'missed'], 'The likely result if the judge stays the same. null if unclear.').nullable(),
      summary: text('The result as a sentence.'),
    }),
    'Labels that would decide inconclusive metrics.',
  ),
  thresholds: mapOf(number('Lowest value that is trusted.'), 'Thresholds by metric.'),
  judgeNumber: whole('How many judges were tried on these test samples, this one included.'),
  metrics: list(
    z.strictObject({
      metric: text('The metric.'),
      threshold: number('Its threshold.'),
      state: MetricState.describe('Whether the threshold is met.'),
      eValue: number('Evidence that the rate is above its threshold. null if an interval decides.').nullable(),
      neededE: number('The e-value needed. null if an interval decides.').nullable(),
      singleLook: truth('Whether the labels are enough for a single look only.'),
      why: text('Why it is missed or inconclusive. Empty if it is met.'),
    }),
    'One entry per threshold.',
  ),
});

const Group = z.strictObject({
  name: text('The tag, or the number of user turns.'),
  n: whole('Samples.'),
  metrics: z
    .strictObject(
      Object.fromEntries(
        (['exact', 'bias', 'mae', 'tpr', 'tnr'] as const).map((name) => [
          name,
          Metric.describe(metricTable[name].definition),
        ]),
      ),
    )
    .describe('Metrics of the group.'),
});

const Disagreement = z.strictObject({
  sample: text('ID of the sample.'),
  human: number("People's score."),
  judge: number("The judge's score."),
  difference: number('judge − human.'),
  flips: truth('Whether one passes and the other fails.'),
  humanReason: text("People's reason.").optional(),
  judgeReason: text("The judge's reason."),
  ratings: list(Rating, 'Scores by rater, if several people scored it.').optional(),
  tags: texts('Tags of the sample.'),
  messages: list(SampleMessage, 'The conversation.').optional(),
  request: list(
    z.strictObject({ role: text('Role of the message.'), content: text('Text of the message.') }),
    'The exact request to the judge.',
  ).optional(),
  reply: text('The exact reply of the judge.').optional(),
});

const Calibration = z.strictObject({
  deck: text('The deck.'),
  target: text("ID of the judge's target."),
  n: whole('Samples sent to the judge.'),
  graded: whole('Samples that the judge scored.'),
  compared: whole('Samples that both the judge and people scored.'),
  evidence: z
    .strictObject({
      random: whole('Samples drawn at random.'),
      chosen: whole('Samples picked by a person.'),
      byVerdict: whole("Samples picked by a judge's verdict."),
      draws: z
        .strictObject({
          drawn: whole('Conversations drawn.'),
          answered: whole('Drawn conversations with a score.'),
          skipped: whole('Drawn conversations that people skipped.'),
          unansweredWeight: number('Weight of those without a score.').optional(),
        })
        .optional()
        .describe('Draws of random conversations.'),
    })
    .describe('Where the labels come from.'),
  unlabeled: whole('Samples without a human score.'),
  ungraded: mapOf(
    whole('Samples.'),
    `Samples without a verdict by cause: ${UngradedCause.options.map((cause) => `\`${cause}\``).join(', ')}.`,
  ),
  ...metrics,
  confusion: z
    .strictObject({
      labels: list(z.number(), 'Scores of the scale, lowest first.'),
      rows: list(z.array(z.int()), 'Counts: rows are people, columns are the judge.'),
    })
    .describe('Confusion matrix.'),
  pass: number('Lowest score that passes.'),
  gate: Gate.describe('Whether the judge is trusted.'),
  baselines: list(
    z.strictObject({
      kind: oneOf(['constant', 'majority', 'previous', 'humans'], 'What it is compared with.'),
      name: text('Name of the baseline.'),
      metrics: mapOf(Metric, 'Its metrics by name.'),
      at: time('For `previous`: when it was measured').optional(),
    }),
    'The same metrics for trivial judges, the previous judge and people.',
  ),
  byTag: list(Group, 'Metrics by tag.'),
  byTurns: list(Group, 'Metrics by number of user turns.'),
  retest: z
    .strictObject({
      repeats: whole('Repeats per sample.'),
      changed: Metric.describe('Share of samples whose score changed.'),
      flipped: Metric.describe('Share of samples that both passed and failed.'),
    })
    .nullable()
    .describe('With `--repeat`: test–retest reliability, otherwise null.'),
  probes: list(
    z.strictObject({
      variant: oneOf(['last-turn', 'shuffled', 'injected'], 'How the samples were changed.'),
      changed: Metric.describe('Share of samples whose score changed.'),
      flipped: Metric.describe('Share of samples that flipped between pass and fail.'),
      obeyed: Metric.optional().describe(
        'For `injected`: share of samples that got the score the injected text asked for.',
      ),
      finding: ProbeFinding.describe('What the probe found.'),
      summary: text('The result as a sentence.'),
    }),
    'With `--probe`: results of the probes.',
  ),
  disagreements: list(Disagreement, 'Samples on which the judge and people differ, worst first.'),
  labelRequest: z
    .strictObject({
      dataset: text('Dataset that the drawn conversations are in.'),
      seed: whole('Seed of the draw. null if nothing was drawn.').nullable(),
      drawn: whole('New conversations that were drawn.'),
      population: whole('Conversations that could be drawn.'),
      waiting: whole('Conversations waiting for a score.'),
      wanted: whole('Labels needed in total.'),
      missing: whole('Conversations to import or run first.'),
      command: text('Command that scores them.'),
    })
    .optional()
    .describe('With `--request-labels`: the labels that were requested.'),
});

const SwapTest = z.strictObject({
  difference: Difference.describe('new − old, with missing verdicts counted against this test.'),
  p: number('p-value. null without samples.').nullable(),
  pAdjusted: number('p-value, Holm-corrected.').nullable(),
});

const Swap = z.strictObject({
  deck: text('The deck.'),
  old: text('Target of the old judge.'),
  new: text('Target of the new judge.'),
  verdict: SwapVerdict.describe('Whether the new judge is worse than the old one.'),
  margin: number('How much worse a new judge may be per class.'),
  classes: list(
    z.strictObject({
      class: sampleClass,
      rate: oneOf(['tpr', 'tnr'], 'The rate of this class.'),
      verdict: SwapVerdict.describe('The result for this class.'),
      n: whole('Samples of the class.'),
      old: Metric.describe('Rate of the old judge.'),
      new: Metric.describe('Rate of the new judge.'),
      difference: Difference.describe('new − old.'),
      missing: z
        .strictObject({ old: whole('Of the old judge.'), new: whole('Of the new judge.') })
        .describe('Samples without a verdict.'),
      notWorse: SwapTest.describe('Test of "not worse by more than the margin".'),
      worse: z
        .strictObject({ ...SwapTest.shape, test: text('Name of the test behind `p`.') })
        .describe('Test of "worse".'),
      effectiveN: number('Independent samples behind `notWorse`, if samples are weighted.').optional(),
      why: text('Why there is no result.').optional(),
    }),
    'The samples that people pass, and those that they fail.',
  ),
  leftOut: whole("Samples picked by a judge's verdict. They don't count."),
  flips: list(
    z.strictObject({
      sample: text('ID of the sample.'),
      class: sampleClass,
      right: oneOf(['old', 'new'], 'Which judge is right.'),
      human: number("People's score."),
      old: number("The old judge's score. null if ungraded.").nullable(),
      new: number("The new judge's score. null if ungraded.").nullable(),
      humanReason: text("People's reason.").optional(),
      oldReason: text("The old judge's reason.").optional(),
      newReason: text("The new judge's reason.").optional(),
      tags: texts('Tags of the sample.'),
    }),
    'Samples on which exactly one judge is right, worst first.',
  ),
});

export const CalibrateOutput = z.strictObject({
  id: text('ID of the calibration.'),
  state: oneOf(['stopped'], 'Present if you or a limit stopped it. The metrics then cover what was judged.').optional(),
  split: oneOf(['tune', 'test'], 'Split of the samples.'),
  calls: whole('Calls to judges.'),
  costUsd: number('Cost in US dollars. null if unknown.').nullable(),
  calibrations: list(Calibration, 'One entry per deck and judge.'),
  swap: list(Swap, 'With `--swap`: one entry per deck and new judge.').optional(),
  skipped: list(
    z.strictObject({
      file: text('The file.'),
      line: whole('Line, from 1.').optional(),
      id: text('ID of the sample.').optional(),
      reason: text('Why it was skipped.'),
    }),
    'Samples that could not be used.',
  ),
});

export const AgreementOutput = z.strictObject({
  ...Object.fromEntries(agreementKeys.map((key) => [key, Metric.describe(agreementTable[key].definition)])),
  units: whole('Units that were rated.'),
  raters: whole('Raters.'),
  ratings: whole('Ratings.'),
  pairs: list(
    z.strictObject({
      raters: list(z.string(), 'The two raters.'),
      n: whole('Units that both rated.'),
      percentAgreement: Metric.describe('Share of these units on which they agree.'),
      cohenKappa: Metric.describe('Cohen κ of the two.'),
    }),
    'Each pair of raters with a unit in common, worst agreement first.',
  ),
  read: z
    .strictObject({
      source: text('The file, or dataset:NAME.'),
      form: oneOf(
        ['long', 'wide', 'samples', 'labels'],
        'One rating per row, or one row per unit with a column per rater.',
      ),
      raters: list(z.string(), 'The raters.'),
      columns: verbatim('With a ratings file: the columns that were read.').optional(),
      ignored: list(z.string(), 'With a ratings file: the columns that were not.').optional(),
    })
    .describe('What was read.'),
});
