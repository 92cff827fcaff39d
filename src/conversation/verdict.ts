import { z } from 'zod';

export const UngradedCause = z.enum([
  'unparseable',
  'out-of-scale',
  'refused',
  'too-long',
  'provider-error',
  'timeout',
  'not-applicable',
  'no-judge',
  'no-grader',
]);
export type UngradedCause = z.infer<typeof UngradedCause>;

/** Where a verdict comes from: what graded, how it was written then, whom it asked. */
export const Provenance = z.strictObject({
  grading: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Number of the later grading. Absent: graded during the run.'),
  at: z.string().describe('ISO-8601, UTC.'),
  kind: z.string().describe('Kind of the grader.'),
  hash: z.string().describe('Hash of the grader as written. For a judge: of its deck and everything it includes.'),
  deck: z.string().optional().describe('Judges: the deck, as shown to people.'),
  target: z.string().optional().describe('Judges: id of the target that judged.'),
  provider: z.string().optional(),
  model: z.string().optional().describe("The model that answered: the provider's name for it, or the target's."),
  settings: z.record(z.string(), z.unknown()).optional().describe('Settings of the target.'),
  scale: z
    .strictObject({
      min: z.number(),
      max: z.number(),
      pass: z.number().optional().describe('Minimum score that passes. Absent with `not`.'),
    })
    .optional()
    .describe('Judges: the scale of the score.'),
});
export type Provenance = z.infer<typeof Provenance>;

const subject = { grader: z.string(), turnIndex: z.number().int().nonnegative().nullable() };

/** A grader's answer. Ungraded is never 0: it has a cause and no score. `turnIndex` null: the whole conversation. */
export const Verdict = z.discriminatedUnion('status', [
  z.strictObject({
    ...subject,
    status: z.literal('graded'),
    score: z.number().describe("On the grader's own scale."),
    normalizedScore: z.number().min(0).max(1).describe('The score on 0–1.'),
    pass: z.boolean(),
    reason: z.string(),
    not: z.literal(true).optional().describe('The grader has `not`: a high score means a fail.'),
    weight: z.number().positive().optional().describe('Weight in the mean of its turn. Absent: 1.'),
    evidence: z.unknown().optional(),
    provenance: Provenance.optional(),
  }),
  z.strictObject({
    ...subject,
    status: z.literal('ungraded'),
    cause: UngradedCause,
    reason: z.string().optional(),
    evidence: z.unknown().optional(),
    provenance: Provenance.optional(),
  }),
]);
export type Verdict = z.infer<typeof Verdict>;

/** A case is what its worst part is: error before fail before ungraded before pass. */
export const CaseStatus = z.enum(['pass', 'fail', 'error', 'ungraded', 'skipped']);
export type CaseStatus = z.infer<typeof CaseStatus>;
