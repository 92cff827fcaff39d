import { z } from 'zod';
import { GateState } from '../../../src/conversation/certificate.ts';
import { Judgment } from '../../../src/conversation/judge/judgment.ts';
import { CaseRecord, ConversationName, RunCounts } from '../../../src/conversation/run/run-record.ts';
import { Cost, Estimate, Variant } from './shared-shapes.ts';
import { list, mapOf, number, oneOf, text, texts, time, truth, whole } from './values.ts';

const NamedCase = z.strictObject({
  ...ConversationName.shape,
  value: number('Milliseconds, or US dollars.'),
});

const GraderMetrics = z.strictObject({
  grader: text('Kind of the grader, or the ID you gave it.'),
  rate: Estimate.describe('Share of its verdicts that passed.'),
  normalizedScore: Estimate.describe('Mean normalized score. With `not`, 1 − score.'),
  ungraded: mapOf(whole('Verdicts.'), 'Ungraded verdicts by cause.'),
  judges: list(
    z.strictObject({
      deck: text('The deck.').optional(),
      target: text("ID of the judge's target.").optional(),
      provider: text('Its provider.').optional(),
      model: text("The judge's model.").optional(),
    }),
    'The judge. Absent if the grader is not a judge.',
  ).optional(),
});

const PositionMetrics = z.strictObject({
  replyIndex: whole('Which reply of the conversation, from 0.'),
  turnIndex: whole('Its turn, from 0 over all messages. null if it differs between conversations.').nullable(),
  rate: Estimate.describe('Share of the replies whose graders all passed.'),
  normalizedScore: Estimate.describe('Mean normalized score of these replies.'),
  survival: Estimate.describe('Share of conversations with no failed reply up to here (Kaplan–Meier).'),
});

/** The numbers of one variant. */
export const VariantMetrics = z.strictObject({
  ...Variant.shape,
  counts: RunCounts.describe('Conversations by status.'),
  rate: Estimate.describe('Pass rate: pass ÷ (pass + fail).'),
  aggregate: z
    .strictObject({
      mean: Estimate.describe('Mean of `aggregate.mean`.'),
      min: Estimate.describe('Mean of `aggregate.min`.'),
      last: Estimate.describe('Mean of `aggregate.last`.'),
    })
    .describe('Means of the aggregates over conversations.'),
  distribution: list(z.int(), 'Conversations by `aggregate.mean`, in 20 steps from 0 to 1.'),
  byTag: list(
    z.strictObject({
      name: text('The tag.'),
      counts: RunCounts.describe('Conversations by status.'),
      rate: Estimate.describe('Pass rate.'),
    }),
    'The same by tag.',
  ),
  byGrader: list(GraderMetrics, 'The same by grader.'),
  byPosition: list(PositionMetrics, 'The same by position of the reply.'),
  firstFailure: z
    .strictObject({
      byReply: list(z.int(), 'Conversations by the index of their first failed reply.'),
      byTurn: list(
        z.strictObject({
          turnIndex: whole('The turn, from 0 over all messages.'),
          count: whole('Conversations that fail first there.'),
        }),
        'Conversations by their first failed turn.',
      ),
      recoveryRate: Estimate.describe(
        'Of conversations that continued after a failure, the share whose last graded turn passed.',
      ),
    })
    .describe('Where conversations fail first.'),
  repeats: list(
    z.strictObject({
      k: whole('Number of tries.'),
      passAtK: Estimate.describe('pass@k: at least one of k tries passes.'),
      passHatK: Estimate.describe('pass^k: all k tries pass.'),
    }),
    'Reliability by number of tries. Empty without repeats.',
  ),
  flakiest: list(
    z.strictObject({
      id: text('ID of the case.'),
      eval: text('Name of the eval.'),
      passed: whole('Repeats that passed.'),
      of: whole('Repeats that passed or failed.'),
    }),
    'Cases that both passed and failed.',
  ),
  slowest: list(NamedCase, 'Conversations that took longest.'),
  mostExpensive: list(NamedCase, 'Conversations that cost most.'),
  medianCase: z
    .strictObject({
      latencyMs: number('Milliseconds.').nullable(),
      costUsd: number('US dollars.').nullable(),
    })
    .describe('The median conversation. null if unknown.'),
  latencyMs: z
    .strictObject({
      median: number('Median of the calls.').nullable(),
      p95: number('95th percentile of the calls.').nullable(),
    })
    .describe('Latency of calls that were not cached.'),
  tokens: z
    .strictObject({
      input: number('Tokens of all requests. null if unknown.').nullable(),
      output: number('Tokens of all replies. null if unknown.').nullable(),
      unknownCalls: whole('Calls whose tokens are unknown.'),
    })
    .describe('Tokens of the calls to the target.'),
  costUsd: Cost.describe('Cost of the calls to the target.'),
  calls: whole('Calls to the target, cached ones included.'),
  cachedCalls: whole('Calls that the response cache answered.'),
  rateLimited: whole('Attempts that were rate limited (429). Absent if none were.').optional(),
  judgeCostUsd: Cost.optional().describe('Cost of the calls to judges. Absent if no judge was called.'),
  judgeCalls: whole('Calls to judges.').optional(),
  judgeCachedCalls: whole('Calls to judges that the response cache answered.').optional(),
  judgeRateLimited: whole('Attempts to call judges that were rate limited (429).').optional(),
});

const ShiftedRate = z.strictObject({
  certificate: number('On the calibration samples as they are.'),
  run: number('On the samples reweighted to the mix of this run. null if no sample resembles the run.').nullable(),
  n: number('Independent samples that `run` is based on.'),
});

/** What a judge passed, and what people would have passed. */
export const JudgeMetrics = z.strictObject({
  variant: Variant.describe('The variant it judged.'),
  deck: text('The deck.'),
  target: text("ID of the judge's target."),
  pass: number('Lowest score that passes. null with `not`.').nullable(),
  certificateStatus: oneOf(['missing', 'stale', 'current'], "The judge's certificate when it judged."),
  changed: texts('What makes the certificate stale.'),
  state: GateState.optional().describe('Gate state of the certificate.'),
  split: oneOf(['tune', 'test'], 'Split of the samples behind the certificate.').optional(),
  at: time('When the certificate was issued').optional(),
  caveats: texts('What probes found against the judge.').optional(),
  labels: whole('Samples behind the certificate.').optional(),
  raw: Estimate.describe('Share of its verdicts that passed.'),
  corrected: Estimate.describe("Pass rate corrected for the judge's errors."),
  assumption: text('What the corrected rate assumes.').optional(),
  mixShift: z
    .strictObject({
      differences: list(
        z.strictObject({
          by: oneOf(['tag', 'turns'], 'What differs.'),
          name: text('The tag, or the number of user turns.'),
          certificate: number('Share of the calibration samples.'),
          run: number('Share of this run.'),
          matched: truth('Whether both have it, so samples can be reweighted.'),
        }),
        'What differs, largest difference first.',
      ),
      tpr: ShiftedRate.optional().describe('TPR with both mixes.'),
      tnr: ShiftedRate.optional().describe('TNR with both mixes.'),
      why: text('Why the samples cannot be reweighted.').optional(),
    })
    .optional()
    .describe("Present if this run's mix of tags and turns differs from the calibration samples."),
  labeled: z
    .strictObject({
      ...Estimate.omit({ clusters: true }).shape,
      question: text('Path of the deck that people scored.'),
      method: oneOf(
        ['ppi', 'labels-only', 'bound'],
        'How the rate was computed. `bound`: too many drawn replies have no label.',
      ),
      drawn: whole('Replies that were drawn.'),
      answered: whole('Drawn replies that people scored.'),
      passes: whole('Labels that pass.'),
      judgeOnly: whole('Replies that only the judge scored.'),
      leftOut: whole('Conversations that no draw covers.'),
      chosen: whole('Labels that are not counted because a person chose what to label.'),
      effectiveN: number('Effective sample size.'),
      lambda: number("Weight of the judge's verdicts, from 0."),
      more: z
        .strictObject({
          labels: whole('Additional labels.'),
          halfWidth: number('Half the width of the interval now.'),
          halfWidthAfter: number('Half the width after them.'),
        })
        .optional()
        .describe('The effect of more labels.'),
    })
    .optional()
    .describe('Pass rate by people, from random labels of this run.'),
});

const RunMetrics = z.strictObject({
  run: text('ID of the run.'),
  grading: whole('Number of the grading whose verdicts count, if it is a later one.').optional(),
  variants: list(VariantMetrics, 'One entry per target, `send` and play mode.'),
  judges: list(
    JudgeMetrics,
    'One entry per deck, target, passing score and variant. Absent if no judge graded.',
  ).optional(),
  causes: list(
    z.strictObject({
      status: oneOf(['error', 'ungraded'], 'Status of the conversations.'),
      cause: text('The cause.'),
      count: whole('Number of conversations.'),
      example: text('One message.'),
      hasOthers: truth('Whether there are other messages.'),
      cases: texts('IDs of the first ungraded cases.').optional(),
      hasMoreCases: truth('Whether there are more of them.').optional(),
    }),
    'Errors and ungraded conversations by cause, most frequent first.',
  ),
  ungradedVerdicts: z
    .strictObject({
      graders: list(
        z.strictObject({
          grader: text('The grader.'),
          of: whole('All its verdicts.'),
          causes: mapOf(whole('Verdicts.'), 'Its ungraded verdicts by cause.'),
        }),
        'By grader.',
      ),
      example: z
        .strictObject({ id: text('ID of the case.'), isJudged: truth('Whether a judge is the reason.') })
        .describe('The first such case.'),
    })
    .optional()
    .describe('Ungraded verdicts in conversations that fail or are errors anyway.'),
  propagation: list(
    z.strictObject({
      target: text('ID of the target.'),
      send: oneOf(['question', 'messages'], 'What the target was sent.'),
      byReply: list(
        z.strictObject({
          replyIndex: whole('Which reply, from 0.'),
          everyTurn: Estimate.describe('Pass rate with the reference history.'),
          script: Estimate.describe("Pass rate with the target's own history."),
          gap: Estimate.describe('script − every-turn.'),
        }),
        'By reply.',
      ),
    }),
    'Error propagation, where cases were played every-turn and as a script.',
  ),
  simulated: z
    .strictObject({
      ends: mapOf(whole('Conversations.'), 'Simulated conversations by how they ended.'),
      costUsd: Cost.describe('Cost of the simulated user.'),
    })
    .optional()
    .describe('Present if a user was simulated.'),
});

export const RunOutput = z.strictObject({
  run: text('ID of the run.'),
  grading: whole('Number of the grading whose verdicts are shown, if it is a later one.').optional(),
  counts: RunCounts.describe('Conversations by status.'),
  cases: list(CaseRecord, 'The conversations in the order in which they started.'),
  metrics: RunMetrics.describe('The numbers of every report.'),
});

export const ShownCases = z.array(
  z.strictObject({
    ...CaseRecord.shape,
    judgments: list(Judgment, 'With `--judge-calls`: the exact requests to judges and their replies.').optional(),
  }),
);

export const RunsOutput = z.array(
  z.strictObject({
    run: text('ID of the run. IDs sort by time.'),
    state: oneOf(
      ['running', 'completed', 'stopped', 'crashed'],
      '`stopped`: you stopped it, or it reached a limit. `crashed`: its process died.',
    ),
    startedAt: time('When it started'),
    endedAt: time('When it ended').optional(),
    process: whole('The process that owns the run, while it is running.').optional(),
    host: text('The machine of that process.').optional(),
    files: texts('Eval files.'),
    evals: texts('Names of the evals.'),
    targets: texts('IDs of the targets.'),
    conversations: whole('Conversations to play.'),
    counts: RunCounts.describe('Conversations by status, as played.'),
    grading: z
      .strictObject({
        number: whole('Number of the grading.'),
        startedAt: time('When it started'),
        counts: RunCounts.describe('Conversations by status.'),
      })
      .optional()
      .describe('The later grading whose verdicts count.'),
  }),
);
