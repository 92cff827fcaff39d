import { z } from 'zod';
import { CaseStatus } from '../conversation/verdict.ts';
import { listOf, shortText, wholeNumber } from './query-values.ts';

/** Names a run. */
export const RunPath = z.strictObject({
  id: z.string().describe('Run ID, its beginning or end, or `last`.'),
});

export const RunListQuery = z.strictObject({
  limit: wholeNumber({ min: 1, max: 200 }).default(50).describe('1 to 200. Default: 50.'),
  before: shortText(100).optional().describe('Only runs older than this ID: `before` of the previous page.'),
});

/** What a conversation of a run came to; `unfinished`: it has not ended yet. */
export const PlayedStatus = z.enum([...CaseStatus.options, 'unfinished']);
export type PlayedStatus = z.infer<typeof PlayedStatus>;

const grading = wholeNumber({ min: 0, max: 1e9 })
  .optional()
  .describe('Verdicts of this grading. 0: those made during the run. Default: the current ones.');

export const CaseListQuery = z.strictObject({
  status: listOf(PlayedStatus).optional().describe('Any of these, comma-separated: `fail,error`.'),
  target: shortText().optional().describe('Only this target.'),
  case: shortText().optional().describe('Only conversations of the case with this ID.'),
  limit: wholeNumber({ min: 1, max: 200 }).default(50).describe('1 to 200. Default: 50.'),
  cursor: wholeNumber({ min: 0, max: 1e15 }).optional().describe('`cursor` of the previous page.'),
  grading,
});

export const CaseQuery = z.strictObject({ grading });

export const CasePath = RunPath.extend({
  number: wholeNumber({ min: 1, max: 1e15 }).describe('Number of the conversation in its run.'),
});

export const RunEventsQuery = z.strictObject({
  since: wholeNumber({ min: 0, max: 1e15 })
    .optional()
    .describe(
      'Only events after this sequence. `Last-Event-ID`, which browsers send when they reconnect, takes precedence.',
    ),
});
