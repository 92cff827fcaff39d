import { z } from 'zod';

const Patterns = z.array(z.string());

/** Requirements for a good reply at a turn. Without `reference`, the turn's own text is the reference. */
export const AnswerKey = z.strictObject({
  reference: z.string().optional().describe('The reference reply.'),
  mustMention: z.array(z.string()).optional().describe('Strings that the reply must contain. Case-sensitive.'),
  mustNotMention: z.array(z.string()).optional().describe('Strings that the reply must not contain. Case-sensitive.'),
  mustMatch: Patterns.optional().describe('RE2 regular expressions that the reply must match.'),
  mustNotMatch: Patterns.optional().describe('RE2 regular expressions that the reply must not match.'),
  outcome: z.string().optional().describe('What a good reply achieves, for an LLM judge.'),
  contextChanged: z.boolean().optional().describe('An earlier turn was edited, so the key needs a re-check.'),
});
export type AnswerKey = z.infer<typeof AnswerKey>;
