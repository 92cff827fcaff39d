import { z } from 'zod';
import { CertifiedTarget } from '../certificate.ts';
import { Sample, Split } from '../sample.ts';
import { Verdict } from '../verdict.ts';
import { Judgment } from './judgment.ts';

/**
 * How a judge is shown a sample. `plain`: as it is. The others are probes, which tell whether it reads the conversation:
 * `last-turn` has only the last user turn and what follows it, `shuffled` the earlier turns in another order,
 * `injected` an instruction to the judge inside a turn.
 */
export const Variant = z.enum(['plain', 'last-turn', 'shuffled', 'injected']);
export type Variant = z.infer<typeof Variant>;

export const probes = Variant.options.filter((variant) => variant !== 'plain');

/** One deck asked of one target. */
export const CalibratedJudge = z.strictObject({
  deck: z.string().describe('Path from the project root. Labels use the same path as their question.'),
  deckHash: z.string(),
  target: CertifiedTarget,
});
export type CalibratedJudge = z.infer<typeof CalibratedJudge>;

/** What a calibration asks. Two of equal hash ask the same, so one that was stopped is gone on with. */
export const CalibrationSpec = z.strictObject({
  judges: z.array(CalibratedJudge).describe('Every deck with every target. Results refer to positions in this list.'),
  split: Split,
  tags: z.array(z.string()).optional(),
  sources: z.array(z.string()).describe('Where samples came from: "deck", a file, or dataset:NAME.'),
  repeat: z.number().int().positive(),
  variants: z.array(Variant),
  allowLeak: z.literal(true).optional().describe('The judge saw the human scores, so it gets no certificate.'),
  hash: z.string().describe('Hash of all of the above, and of every sample with its human scores.'),
});
export type CalibrationSpec = z.infer<typeof CalibrationSpec>;

/** A sample that a judge is asked about. `cluster`: samples cut from one conversation share it. */
export const JudgeSample = z.strictObject({
  judge: z.number().int().nonnegative().describe('Position in the list of judges.'),
  cluster: z.string(),
  sample: Sample,
});
export type JudgeSample = z.infer<typeof JudgeSample>;

/** What one judge said of one sample, once. The verdict's grader is the deck. */
export const JudgedSample = z.strictObject({
  judge: z.number().int().nonnegative(),
  sample: z.string().describe('Id of the sample.'),
  repeat: z.number().int().nonnegative(),
  variant: Variant,
  verdict: Verdict,
  judgment: Judgment.optional().describe('The exact request and reply. Absent: no request could be made.'),
});
export type JudgedSample = z.infer<typeof JudgedSample>;
