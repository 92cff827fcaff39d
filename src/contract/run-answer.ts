import { z } from 'zod';
import { Judgment } from '../conversation/judge/judgment.ts';
import { Message } from '../conversation/message.ts';
import {
  Aggregate,
  CallRecord,
  CaseError,
  ConversationName,
  RunCounts,
  SimulationRecord,
} from '../conversation/run/run-record.ts';
import { RunSpec } from '../conversation/run/run-spec.ts';
import { Verdict } from '../conversation/verdict.ts';
import { PlayedStatus } from './run-query.ts';

const Time = z.string().describe('ISO 8601, UTC.');
const Link = z.string().describe('URL on this server.');

/** A later grading of a run's replies. */
const GradingAnswer = z
  .object({
    number: z.int().describe('From 1. 0 is the grading made during the run.'),
    startedAt: Time,
    endedAt: Time.optional().describe('Absent: it was stopped, or it is still running.'),
    graders: z.array(z.string()).optional().describe('IDs of the graders that graded again. Absent: all of them.'),
    counts: RunCounts.describe('Of the conversations graded so far.'),
  })
  .meta({ id: 'Grading' });
export type GradingAnswer = z.infer<typeof GradingAnswer>;

/** A run in a list. */
export const RunAnswer = z
  .object({
    run: z.string().describe('ID. Sorts by time.'),
    state: z
      .enum(['running', 'completed', 'stopped', 'crashed'])
      .describe('stopped: you stopped it, or it reached a limit. crashed: its process died. Both can be resumed.'),
    startedAt: Time,
    endedAt: Time.optional(),
    process: z.int().optional().describe('The process that owns the run now.'),
    host: z.string().optional(),
    files: z.array(z.string()),
    evals: z.array(z.string()),
    targets: z.array(z.string()),
    conversations: z.int().describe('Number of conversations to play.'),
    counts: RunCounts.describe('Results of the finished conversations, as graded during the run.'),
    grading: GradingAnswer.optional().describe('The current grading, if it is a later one.'),
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
        targets: ['support-bot'],
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
    before: z.string().nullable().describe('Request older ones with `before=`. null if there are none.'),
  })
  .describe('Runs, newest first.');

/** A run with what it plays. */
export const RunDetail = RunAnswer.extend({
  gradings: z.array(GradingAnswer).describe('Later gradings by number, including stopped ones.'),
  spec: RunSpec.describe('Files, targets and options of the run. Contains no secrets.'),
}).describe('The run.');

const caseHead = {
  number: z.int().describe('Number of the conversation in its run.'),
  ...ConversationName.shape,
  tags: z.array(z.string()),
  status: PlayedStatus,
  reason: z.string().optional().describe('Why it was skipped.'),
  aggregate: Aggregate.optional(),
  error: CaseError.optional(),
  firstFailure: Verdict.optional().describe(
    'The failing verdict on the earliest turn. For an ungraded conversation, the first missing verdict.',
  ),
};

/** A conversation of a run in a list. */
export const CaseAnswer = z
  .object({
    ...caseHead,
    replies: z.int().describe('Number of recorded replies of the target.'),
    links: z.object({ self: Link }),
  })
  .meta({ id: 'Case' });
export type CaseAnswer = z.infer<typeof CaseAnswer>;

export const CasePage = z
  .object({
    cases: z.array(CaseAnswer),
    cursor: z.int().nullable().describe('Cursor of the next page. null on the last page.'),
  })
  .describe('Conversations in the order they started.');

const turn = {
  turnIndex: z.int().describe('Index in the conversation, from 0.'),
  message: Message,
  texts: z
    .array(z.string())
    .optional()
    .describe('The text sent for parts that are not plain text, such as attached files.'),
};

const said = {
  turns: z
    .array(z.object(turn))
    .describe("Input messages. In every-turn mode, each reply's position has the reference."),
  replies: z
    .array(
      z.object({
        ...turn,
        by: z.enum(['target', 'simulator']).describe('simulator: written by the simulated user.'),
        guidelines: z.string(),
        call: CallRecord,
      }),
    )
    .describe('The replies, with their calls.'),
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
          reason: z.string().describe('Why it was abandoned.'),
          conversationId: z.string().optional().describe('The conversation ID sent to the target, if it gets one.'),
          error: CaseError.optional(),
          ...said,
        }),
      )
      .optional()
      .describe("Abandoned attempts, in order. The target keeps conversation state, so a call couldn't be retried."),
    judgments: z.array(Judgment).describe('Exact judge requests and answers.'),
    links: z.object({ run: Link }),
  })
  .describe('The full conversation.')
  .meta({ id: 'CaseDetail' });
export type CaseDetail = z.infer<typeof CaseDetail>;
