import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { findExcerpt, type TextRange, toPassage } from '../../changes/key-excerpt.ts';
import type { RefChange } from '../../changes/ref-changes.ts';

/**
 * A passage of a text becomes the key excerpt. What the reference carries of its source has to hold it: the paragraph is
 * added to that when it is not there.
 */
export function toExcerptChange({ content }: Ref, text: string, range: TextRange): RefChange {
  const keyExcerpt = text.slice(range.start, range.end);
  if (content === undefined || findExcerpt(content, keyExcerpt) !== undefined) return { keyExcerpt };
  const passage = toPassage(text, range);
  return { keyExcerpt, content: content.trim() === '' ? passage : `${content.trimEnd()}\n\n${passage}` };
}
