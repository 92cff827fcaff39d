import { z } from 'zod';

/** What a good turn is. Without `reference`, the turn's own text is the reference. */
export const AnswerKey = z.strictObject({
  reference: z.string().optional().describe('A good reply.'),
  mustMention: z.array(z.string()).optional().describe('What the reply has to say.'),
  mustNotMention: z.array(z.string()).optional().describe('What the reply must not say.'),
  outcome: z.string().optional().describe('What a good reply achieves, in words for a judge.'),
  contextChanged: z.boolean().optional().describe('Set when an earlier turn was edited: the key needs another look.'),
});
export type AnswerKey = z.infer<typeof AnswerKey>;
