import { z } from 'zod';
import { Message } from '../../../src/conversation/message.ts';
import { CaseStatus, Verdict } from '../../../src/conversation/verdict.ts';
import { Difference, Estimate } from './shared-shapes.ts';
import { list, number, oneOf, text, texts, truth, whole } from './values.ts';

const pairCounts = {
  pairs: whole('Pairs that passed or failed on both sides.'),
  improved: whole('Pairs that failed in A and pass in B.'),
  unchanged: whole('Pairs with the same result.'),
  regressed: whole('Pairs that passed in A and fail in B.'),
};

const Counted = z.strictObject({
  ...pairCounts,
  difference: Difference.describe('Difference of the pass rates, B − A.'),
  p: number('p-value. null if there is none.').nullable(),
});

const WorstCase = z.strictObject({
  better: Counted.describe("B's missing verdicts count as fails and A's as passes."),
  worse: Counted.describe("B's missing verdicts count as passes and A's as fails."),
});

const verdict = oneOf(['better', 'worse', 'inconclusive'], 'Whether B is better or worse than A.');

const ComparedRun = z.strictObject({
  run: text('ID of the run.'),
  target: text('ID of the target.'),
  send: oneOf(['question', 'messages'], 'What the target received, if you chose it.').optional(),
  play: oneOf(['reply', 'every-turn', 'script', 'simulate'], 'The play mode, if you chose it.').optional(),
  grading: whole('Number of the grading whose verdicts were compared, if it is a later one.').optional(),
});

const FlippedSide = z.strictObject({
  status: CaseStatus.describe('The result.'),
  conversation: whole('Number of the conversation in its run.'),
  reason: text('The first problem.').optional(),
  messages: list(Message, 'The transcript.').optional(),
  verdicts: list(Verdict, 'The verdicts.').optional(),
});

const ChangedMetric = z.strictObject({
  a: number('Mean of A.').nullable(),
  b: number('Mean of B.').nullable(),
  difference: Difference.describe('B − A.'),
  n: whole('Pairs in which both are known.'),
});

export const CompareOutput = z.strictObject({
  ...pairCounts,
  clusters: whole('Clusters of pairs: cases with their repeats, or conversations with the same `conversation_id`.'),
  a: number('Pass rate of these pairs in A.').nullable(),
  b: number('Pass rate of these pairs in B.').nullable(),
  difference: Difference.describe('`b` − `a`, with a clustered t interval.'),
  p: number('p-value of the difference.').nullable(),
  test: text('Name of the test behind `p`.'),
  worstCase: WorstCase.describe('The same comparison with missing verdicts counted against each verdict.'),
  errorsAsFails: Counted.describe('The same comparison with missing verdicts counted as fails on both sides.'),
  verdict: verdict.describe(
    'Whether B is better or worse: p < 0.05 and the interval on one side of 0, in the worst case too.',
  ),
  why: text('Why the result of the decided pairs does not hold in the worst case.').optional(),
  isRegression: truth('Whether `--fail-on-regression` fails: `verdict` is `worse`, or would be with errors as fails.'),
  neededCases: whole('About how many more cases give an 80% chance of a verdict. null if no number does.').nullable(),
  neededWhy: text('Why there is no such number.').optional(),
  unpaired: z
    .strictObject({
      onlyA: whole('Only in A.'),
      onlyB: whole('Only in B.'),
      changed: whole('The request differs between the runs.'),
      noVerdict: whole('Error, ungraded or skipped in either run.'),
      noVerdictInA: whole('Passed or failed in B, error or ungraded in A.'),
      noVerdictInB: whole('Passed or failed in A, error or ungraded in B.'),
      noVerdictInBoth: whole('Error or ungraded in both.'),
      lostPasses: whole('Of `noVerdictInB`, those that passed in A.'),
    })
    .describe('Conversations that are in no pair, by reason.'),
  summary: text('The result as a sentence.'),
  byTag: list(
    z.strictObject({
      tag: text('The tag.'),
      ...pairCounts,
      clusters: whole('Clusters of pairs.'),
      difference: Difference.describe('B − A.'),
      p: number('p-value, tested alone.').nullable(),
      pAdjusted: number('p-value, Holm-corrected over all tags. null with fewer than 6 clusters.').nullable(),
      worstCase: WorstCase.describe('With missing verdicts counted against each verdict. `p` is Holm-corrected.'),
      verdict,
      why: text('Why it is inconclusive.').optional(),
    }),
    'The same by tag.',
  ),
  normalizedScore: ChangedMetric.describe('Mean normalized score.'),
  costUsd: ChangedMetric.describe('Mean cost per conversation.'),
  latencyMs: ChangedMetric.describe('Mean latency per conversation.'),
  seed: whole('Seed of the sign-flip test, if it samples.'),
  flipped: list(
    z.strictObject({
      id: text('ID of the case.'),
      eval: text('Name of the eval.'),
      repeat: whole('Number of the repeat, from 0.'),
      tags: texts('Tags of the case.'),
      a: FlippedSide.describe('In A.'),
      b: FlippedSide.describe('In B.'),
    }),
    'Pairs whose status changed, regressions first.',
  ),
  runs: z
    .strictObject({ a: ComparedRun.describe('The baseline.'), b: ComparedRun.describe('The new run.') })
    .describe('What was compared.'),
  notes: texts('What else changed between the runs: graders, judges, files.'),
});

const JudgeNoise = z.strictObject({
  judgments: whole('Judgments that were made twice and passed or failed both times.'),
  changed: whole('Judgments that flipped between pass and fail.'),
  changeRate: Estimate.describe('Chance that a judgment flips.'),
  cases: whole('Cases that passed or failed both times.'),
  flipped: whole('Cases that flipped.'),
  flipRate: Estimate.describe('Chance that a case flips when it is only judged again.'),
  notCompared: whole('Judgments that were ungraded once, or whose request changed.'),
  summary: text('The result as a sentence.'),
});

export const NoiseOutput = z.strictObject({
  run: text('ID of the run.'),
  noise: list(
    z.strictObject({
      ...ComparedRun.shape,
      cases: whole('Cases that passed or failed at least twice, each once for all its formats.'),
      flipped: whole('Cases that both passed and failed in one format and play mode.'),
      noVerdict: whole('Conversations that are errors, ungraded or skipped.'),
      flipRate: Estimate.describe('Chance that a case has a different result when it runs again.'),
      byRepeat: list(
        z.strictObject({
          repeat: whole('Number of the repeat, from 0.'),
          rate: Estimate.describe('Pass rate.'),
        }),
        'Pass rate of each repeat.',
      ),
      isUpperBound: truth('true if nothing flipped. The numbers then use the upper end of the flip rate.'),
      chanceDifference: list(
        z.strictObject({
          repeats: whole('Repeats per case.'),
          value: number('The difference of the pass rates.'),
          low: number('With the lower end of the flip rate.'),
          high: number('With the upper end of the flip rate.'),
        }),
        'Two runs of the same target differ by less than this in 95% of comparisons.',
      ),
      minimumDetectableDifference: list(
        z.strictObject({
          repeats: whole('Repeats per case.'),
          ifAllMove: number('If the pass rate of every case moves by this much. null with too few cases.').nullable(),
          ifSomeChange: number(
            'If this share of the cases flips and stays flipped. null with too few cases.',
          ).nullable(),
        }),
        'The minimum detectable difference at 80% power.',
      ),
      toDetect: z
        .strictObject({
          difference: number('The difference to detect.'),
          repeats: whole('Repeats per case that detect it. null with too few cases.').nullable(),
          cases: whole('Or cases, each played once.'),
          ifSomeChange: z
            .strictObject({
              cases: whole('Cases, each played once.'),
              fewestCases: whole('With fewer cases, no number of repeats is enough.'),
            })
            .describe('If that share of the cases flips and stays flipped.'),
        })
        .optional()
        .describe('What it takes to detect a difference of 5 pp with 80% power.'),
      summary: text('The result as a sentence.'),
      judge: JudgeNoise.optional().describe("With `--judge-again`: the judge's part of the noise."),
    }),
    'One entry per target.',
  ),
});
