import { z } from 'zod';
import { ItemAnswer } from './item-answer.ts';

export const SelfServeBody = z
  .strictObject({
    limit: z
      .int()
      .min(1)
      .max(200)
      .default(10)
      .describe('Total number of items to have assigned, including those already assigned.'),
  })
  .meta({ examples: [{ limit: 10 }] });

export const SelfServeAnswer = z
  .object({
    assigned: z.array(ItemAnswer).describe('All items now assigned to the caller, at most `limit`.'),
    requested: z.int(),
    assignedCount: z.int(),
  })
  .describe('The items now assigned to the caller.');
