import { z } from 'zod';
import { CaseRecord, RunCounts, TurnRecord } from './run-record.ts';
import { Verdict } from './verdict.ts';

const sequenced = { sequence: z.number().int().nonnegative(), run: z.string() };

/** What happened in a run, in the order of the store's sequence. Every event comes from a record. */
export const RunEvent = z.discriminatedUnion('type', [
  z.strictObject({ ...sequenced, type: z.literal('run-start'), conversations: z.number().int() }),
  z.strictObject({ ...sequenced, type: z.literal('turn-end'), case: z.string(), target: z.string(), turn: TurnRecord }),
  z.strictObject({
    ...sequenced,
    type: z.literal('verdict-end'),
    case: z.string(),
    target: z.string(),
    verdict: Verdict,
  }),
  z.strictObject({ ...sequenced, type: z.literal('case-end'), record: CaseRecord }),
  z.strictObject({ ...sequenced, type: z.literal('run-end'), counts: RunCounts }),
]);
export type RunEvent = z.infer<typeof RunEvent>;
