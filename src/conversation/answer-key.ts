import { z } from 'zod';
import type { FindPattern } from '../base/patterns.ts';
import { toLineFeeds } from '../base/text-lines.ts';

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

const keyParts = {
  mustMention: { name: 'must-mention', isPattern: false, isForbidden: false },
  mustNotMention: { name: 'must-not-mention', isPattern: false, isForbidden: true },
  mustMatch: { name: 'must-match', isPattern: true, isForbidden: false },
  mustNotMatch: { name: 'must-not-match', isPattern: true, isForbidden: true },
} as const;

export type KeyPart = keyof typeof keyParts;
/** The parts of an answer key that can be tested without a judge. */
export const keyPartNames = Object.keys(keyParts) as readonly KeyPart[];

/** One text or pattern of an answer key. */
interface KeyRule {
  readonly part: KeyPart;
  /** The name of the check in a run, such as "must-mention-2". It counts from 1 within its part. */
  readonly name: string;
  readonly wanted: string;
  /** Whether `wanted` is an RE2 expression and not plain text. */
  readonly isPattern: boolean;
  /** The reply must not contain or match it. */
  readonly isForbidden: boolean;
}

export interface KeyFinding extends KeyRule {
  /** Undefined: unknown, because the pattern is invalid or the engine is not loaded. */
  readonly isKept: boolean | undefined;
}

/** Lists everything in a key that needs no judge. Blank texts are left out. */
export function listKeyRules(key: AnswerKey | undefined): readonly KeyRule[] {
  return keyPartNames.flatMap((part) => {
    const { name, isPattern, isForbidden } = keyParts[part];
    return (key?.[part] ?? [])
      .filter((wanted) => wanted.trim() !== '')
      .map((wanted, index) => ({ part, name: `${name}-${index + 1}`, wanted, isPattern, isForbidden }));
  });
}

/**
 * Tests a text against an answer key. Runs, approval and the Studio all use this one test. It is case-sensitive and
 * ignores differences in line endings. It leaves out `reference`, because two good replies may differ, and `outcome`,
 * because that takes a judge.
 */
export function testAnswerKey(
  text: string,
  key: AnswerKey | undefined,
  findPattern: FindPattern | undefined,
): readonly KeyFinding[] {
  return listKeyRules(key).map((rule) => {
    const isThere = rule.isPattern ? isMatch(text, rule.wanted, findPattern) : containsText(text, rule.wanted);
    return { ...rule, isKept: isThere === undefined ? undefined : isThere !== rule.isForbidden };
  });
}

/** Whether a reply contains a text. Case-sensitive. Differences in line endings do not matter. */
export function containsText(text: string, wanted: string): boolean {
  return toLineFeeds(text).includes(toLineFeeds(wanted));
}

function isMatch(text: string, wanted: string, findPattern: FindPattern | undefined): boolean | undefined {
  const pattern = findPattern?.(wanted);
  return pattern === undefined || typeof pattern === 'string' ? undefined : pattern.test(text);
}

export function hasPatterns(key: AnswerKey | undefined): boolean {
  return (key?.mustMatch ?? []).length > 0 || (key?.mustNotMatch ?? []).length > 0;
}
