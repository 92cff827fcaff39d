import { z } from 'zod';
import { Judgment } from '../conversation/judgment.ts';
import { Message } from '../conversation/message.ts';
import {
  Aggregate,
  CallRecord,
  CaseError,
  ConversationName,
  RunCounts,
  SimulationRecord,
} from '../conversation/run-record.ts';
import { RunSpec } from '../conversation/run-spec.ts';
import { Verdict } from '../conversation/verdict.ts';
import { PlayedStatus } from './run-query.ts';

const Time = z.string().describe('ISO-8601, UTC.');
const Link = z.string().describe('Address on this server.');

/** A later grading of a run's replies. */
const GradingAnswer = z
  .object({
    number: z.int().describe('From 1; 0 is the grading made while the run was played.'),
    startedAt: Time,
    endedAt: Time.optional().describe('Absent: it was stopped, or still grades.'),
    graders: z.array(z.string()).optional().describe('Ids of the graders that graded anew; absent: all of them.'),
    counts: RunCounts.describe('Of the conversations that it graded so far.'),
  })
  .meta({ id: 'Grading' });
export type GradingAnswer = z.infer<typeof GradingAnswer>;

/** A run in a list. */
export const RunAnswer = z
  .object({
    run: z.string().describe('Id; sorts by time.'),
    state: z
      .enum(['running', 'completed', 'stopped', 'crashed'])
      .describe('stopped: you stopped it, or it reached a limit. crashed: its process died. Both can be resumed.'),
    startedAt: Time,
    endedAt: Time.optional(),
    process: z.int().optional().describe('The process that owns the run while it is running.'),
    host: z.string().optional(),
    files: z.array(z.string()),
    evals: z.array(z.string()),
    targets: z.array(z.string()),
    conversations: z.int().describe('How many there are to play.'),
    counts: RunCounts.describe('How those that have ended went, as played.'),
    grading: GradingAnswer.optional().describe('The grading that counts now, when that is a later one.'),
    links: z.object({ self: Link, cases: Link, events: Link }),
  })
  .meta({
    id: 'Run',
    examples: [
      {
        run: '20260102-101500-k3fm',
        state: 'completed',
        startedAt: '2026-01-02T10:15:00.000Z',
        endedAt: '2026-01-02T10:15:42.000Z',
        files: ['evals/refunds.eval.yaml'],
        evals: ['refunds'],
        targets: ['desk-bot'],
        conversations: 12,
        counts: { pass: 10, fail: 2, error: 0, ungraded: 0, skipped: 0 },
        links: {
          self: '/v1/runs/20260102-101500-k3fm',
          cases: '/v1/runs/20260102-101500-k3fm/cases',
          events: '/v1/runs/20260102-101500-k3fm/events',
        },
      },
    ],
  });
export type RunAnswer = z.infer<typeof RunAnswer>;

export const RunPage = z
  .object({
    runs: z.array(RunAnswer),
    before: z.string().nullable().describe('Ask for older ones with `before=`; null: there are none.'),
  })
  .describe('Runs, newest first.');

/** A run with what it plays. */
export const RunDetail = RunAnswer.extend({
  gradings: z.array(GradingAnswer).describe('Later gradings by number, also those that were stopped.'),
  spec: RunSpec.describe('Files, targets and options, as the run uses them. No secret stands here.'),
}).describe('The run.');

const caseHead = {
  number: z.int().describe('Of the conversation in its run.'),
  ...ConversationName.shape,
  tags: z.array(z.string()),
  status: PlayedStatus,
  reason: z.string().optional().describe('Why it was skipped.'),
  aggregate: Aggregate.optional(),
  error: CaseError.optional(),
  firstFailure: Verdict.optional().describe(
    'The failing verdict on the earliest turn; of an ungraded one, the first that could not be given.',
  ),
};

/** A conversation of a run in a list. */
export const CaseAnswer = z
  .object({
    ...caseHead,
    replies: z.int().describe('How many replies of the target are recorded.'),
    links: z.object({ self: Link }),
  })
  .meta({ id: 'Case' });
export type CaseAnswer = z.infer<typeof CaseAnswer>;

export const CasePage = z
  .object({
    cases: z.array(CaseAnswer),
    cursor: z.int().nullable().describe('Ask for the next page with it; null: this was the last.'),
  })
  .describe('Conversations in the order in which they were begun.');

const turn = {
  turnIndex: z.int().describe('Place in the conversation, from 0.'),
  message: Message,
  texts: z
    .array(z.string())
    .optional()
    .describe('What stood in the question for parts that are no plain text: attached files, as they were then.'),
};

const said = {
  turns: z
    .array(z.object(turn))
    .describe('Messages that were put in. In every-turn play the reference is at the place of each reply.'),
  replies: z
    .array(
      z.object({
        ...turn,
        by: z.enum(['target', 'simulator']).describe('simulator: the simulated user said it.'),
        guidelines: z.string(),
        call: CallRecord,
      }),
    )
    .describe('What was answered, with the call behind it.'),
  verdicts: z.array(Verdict),
};

/** A conversation of a run, whole. */
export const CaseDetail = z
  .object({
    ...caseHead,
    simulation: SimulationRecord.optional(),
    ...said,
    abandoned: z
      .array(
        z.object({
          attempt: z.int().describe('From 1.'),
          reason: z.string().describe('Why it was given up.'),
          conversationId: z
            .string()
            .optional()
            .describe('What the target was sent, if it is sent its conversation id.'),
          error: CaseError.optional(),
          ...said,
        }),
      )
      .optional()
      .describe(
        'Attempts that were given up, in order: the target keeps the conversation and could not be asked again.',
      ),
    judgments: z.array(Judgment).describe('What judges were asked, word by word, and what they said.'),
    links: z.object({ run: Link }),
  })
  .describe('The conversation, word by word.')
  .meta({ id: 'CaseDetail' });
export type CaseDetail = z.infer<typeof CaseDetail>;
