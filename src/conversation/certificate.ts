import { z } from 'zod';
import { Split } from './sample.ts';

export const GateState = z.enum(['trusted', 'not trusted', 'not enough labels']);
export type GateState = z.infer<typeof GateState>;

/** A figure with its interval. An undefined one is null, with the reason. */
export const Figure = z.strictObject({
  value: z.number().nullable(),
  low: z.number().optional(),
  high: z.number().optional(),
  n: z.number().int().nonnegative(),
  why: z.string().optional(),
});
export type Figure = z.infer<typeof Figure>;

/** A calibration's result, bound by hash to the deck with its includes, the target's settings and the samples. */
export const Certificate = z.strictObject({
  deckHash: z.string(),
  samplesHash: z.string(),
  target: z.strictObject({
    id: z.string(),
    provider: z.string(),
    model: z.string().optional(),
    settingsHash: z.string(),
  }),
  split: Split,
  looks: z.number().int().nonnegative(),
  figures: z.record(z.string(), Figure),
  state: GateState,
  at: z.string().describe('ISO-8601, UTC.'),
});
export type Certificate = z.infer<typeof Certificate>;
