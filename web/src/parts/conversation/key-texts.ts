import type { KeyFinding, KeyPart } from '../../../../src/conversation/answer-key.ts';

/** The parts of an answer key, for people. */
export const keyLabels: Readonly<Record<KeyPart, string>> = {
  mustMention: 'Must mention',
  mustNotMention: 'Must not mention',
  mustMatch: 'Must match',
  mustNotMatch: 'Must not match',
};

/** What the mark beside a text or pattern means. */
export function toKeptText({ isPattern, isForbidden, isKept }: KeyFinding): string {
  if (isKept === undefined) return 'not checked';
  const isThere = isKept !== isForbidden;
  if (isPattern) return isThere ? 'matches' : 'no match';
  return isThere ? 'found' : 'not found';
}
