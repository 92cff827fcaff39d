import { z } from 'zod';

const Patterns = z.array(z.string());

/** What a good turn is. Without `reference`, the turn's own text is the reference. */
export const AnswerKey = z.strictObject({
  reference: z.string().optional().describe('A good reply.'),
  mustMention: z.array(z.string()).optional().describe('Texts that the reply has to contain. Case counts.'),
  mustNotMention: z.array(z.string()).optional().describe('Texts that the reply must not contain. Case counts.'),
  mustMatch: Patterns.optional().describe('RE2 regular expressions that some part of the reply has to match.'),
  mustNotMatch: Patterns.optional().describe('RE2 regular expressions that no part of the reply may match.'),
  outcome: z.string().optional().describe('What a good reply achieves, in words for a judge.'),
  contextChanged: z.boolean().optional().describe('Set when an earlier turn was edited: the key needs another look.'),
});
export type AnswerKey = z.infer<typeof AnswerKey>;
