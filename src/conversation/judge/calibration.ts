import { z } from 'zod';
import { CertifiedTarget } from '../certificate.ts';
import { Sample, Split } from '../sample.ts';
import { Verdict } from '../verdict.ts';
import { Judgment } from './judgment.ts';

/**
 * How a sample is shown to a judge. `plain`: unchanged. The others are probes, which test whether the judge reads the
 * conversation. `last-turn`: only the last user turn and what follows. `shuffled`: the earlier turns in another order.
 * `injected`: a turn contains an instruction to the judge.
 */
export const Variant = z.enum(['plain', 'last-turn', 'shuffled', 'injected']);
export type Variant = z.infer<typeof Variant>;

export const probes = Variant.options.filter((variant) => variant !== 'plain');

/** A deck together with the target that judges by it. */
export const CalibratedJudge = z.strictObject({
  deck: z.string().describe('Path from the project root. Labels use the same path as their question.'),
  deckHash: z.string(),
  target: CertifiedTarget,
});
export type CalibratedJudge = z.infer<typeof CalibratedJudge>;

/**
 * The settings of a calibration. Calibrations with the same hash ask the same questions, so a stopped one can be
 * resumed.
 */
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

/** A sample for one judge. Samples that were cut from one conversation share a `cluster`. */
export const JudgeSample = z.strictObject({
  judge: z.number().int().nonnegative().describe('Position in the list of judges.'),
  cluster: z.string(),
  sample: Sample,
});
export type JudgeSample = z.infer<typeof JudgeSample>;

/** One answer of a judge to a sample. The verdict's grader is the deck. */
export const JudgedSample = z.strictObject({
  judge: z.number().int().nonnegative(),
  sample: z.string().describe('Id of the sample.'),
  repeat: z.number().int().nonnegative(),
  variant: Variant,
  verdict: Verdict,
  judgment: Judgment.optional().describe('The exact request and reply. Absent: no request could be made.'),
});
export type JudgedSample = z.infer<typeof JudgedSample>;
