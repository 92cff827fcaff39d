import type { Turn } from '../../../../src/conversation/item.ts';
import { toLineFeeds } from '../../../../src/format/attachment.ts';

/** A text that a key asks for or forbids, and whether the turn, as it stands, does as the key says. */
export interface KeyHint {
  readonly text: string;
  readonly isKept: boolean;
}

export interface KeyHints {
  readonly mustMention: readonly KeyHint[];
  readonly mustNotMention: readonly KeyHint[];
}

/** The check `contains` of a run, on the turn's own text: upper and lower case count. Blank texts are not checked. */
export function toKeyHints({ msg, answerKey }: Pick<Turn, 'msg' | 'answerKey'>): KeyHints {
  const said = toLineFeeds(msg);
  const toHints = (texts: readonly string[] | undefined, isWanted: boolean) =>
    (texts ?? [])
      .filter((text) => text.trim() !== '')
      .map((text) => ({ text, isKept: said.includes(toLineFeeds(text)) === isWanted }));
  return {
    mustMention: toHints(answerKey?.mustMention, true),
    mustNotMention: toHints(answerKey?.mustNotMention, false),
  };
}
