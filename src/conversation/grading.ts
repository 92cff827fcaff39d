import { z } from 'zod';
import { JudgeCertificate } from './certificate.ts';
import type { RunCounts } from './run-record.ts';

/** What a later grading of a run's stored replies was asked to do. Two gradings of equal spec do the same. */
export const GradingSpec = z.strictObject({
  base: z
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe('With graders: the grading that provides the verdicts of all other graders. 0: the run itself.'),
  graders: z.array(z.string()).optional().describe('Ids of the graders that graded again. Absent: all of them.'),
  decks: z.array(z.string()).optional().describe('Decks that were added for this grading.'),
  judge: z.string().optional(),
  again: z
    .literal(true)
    .optional()
    .describe('The judges graded the same replies again, to measure their noise. These verdicts never count.'),
  hash: z.string().describe('Hash of everything that decides the verdicts: graders, decks and judges.'),
  certificates: z
    .array(JudgeCertificate)
    .optional()
    .describe(
      'Certificate status of each judge that received a request. Not part of the hash, because it does not change a verdict.',
    ),
});
export type GradingSpec = z.infer<typeof GradingSpec>;

/** A later grading. Grading 0 is the one made while the run was played; it has no record of its own. */
export interface GradingRecord {
  readonly number: number;
  readonly startedAt: string;
  /** Absent: it was stopped on its way, and nothing is read from it unless it is asked for. */
  readonly endedAt?: string;
  readonly spec: GradingSpec;
  /** Of the conversations that it graded so far. */
  readonly counts: RunCounts;
}
