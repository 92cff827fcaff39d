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

const subject = { grader: z.string(), turnIndex: z.number().int().nonnegative().nullable() };

/** A grader's answer. Ungraded is never 0: it has a cause and no score. `turnIndex` null: the whole conversation. */
export const Verdict = z.discriminatedUnion('status', [
  z.strictObject({
    ...subject,
    status: z.literal('graded'),
    score: z.number().describe("On the grader's own scale."),
    unit: z.number().min(0).max(1).describe('The score on 0–1.'),
    pass: z.boolean(),
    reason: z.string(),
    evidence: z.unknown().optional(),
  }),
  z.strictObject({ ...subject, status: z.literal('ungraded'), cause: UngradedCause, reason: z.string().optional() }),
]);
export type Verdict = z.infer<typeof Verdict>;

/** A case is what its worst part is: error before fail before ungraded before pass. */
export const CaseStatus = z.enum(['pass', 'fail', 'error', 'ungraded', 'skipped']);
export type CaseStatus = z.infer<typeof CaseStatus>;
