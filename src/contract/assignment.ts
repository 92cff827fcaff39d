import { z } from 'zod';
import { ItemAnswer } from './item-answer.ts';

export const SelfServeBody = z
  .strictObject({
    limit: z.int().min(1).max(200).default(10).describe('How many items to hold in all, those held already included.'),
  })
  .meta({ examples: [{ limit: 10 }] });

export const SelfServeAnswer = z
  .object({
    assigned: z.array(ItemAnswer).describe('All items the caller holds now, at most `limit`.'),
    requested: z.int(),
    assignedCount: z.int(),
  })
  .describe('What the caller holds now.');
