import { splitTag } from '../../../../parts/item/TagChip.tsx';
import type { TagReading } from './read-tags.ts';

const mostOffered = 40;

/** What is offered for what was typed. */
export interface TagOffers {
  /** Tags that are in use, the nearest first. */
  readonly known: readonly string[];
  /** What was typed, as a tag that nobody has used yet: the last choice. */
  readonly fresh: string | undefined;
}

export interface TagWords {
  readonly suggestions: readonly string[];
  /** Chosen already. */
  readonly tags: readonly string[];
  readonly toTag: (written: string) => TagReading;
}

/** People mean a tag that there is more often than a new one: "refund" is most likely "topic:refunds". */
export function listTagOffers(written: string, { suggestions, tags, toTag }: TagWords): TagOffers {
  const typed = written.trim().toLowerCase();
  const open = suggestions.filter((tag) => !tags.includes(tag));
  if (typed === '') return { known: open.slice(0, mostOffered), fresh: undefined };
  const fitting = open.filter((tag) => tag.toLowerCase().includes(typed));
  const known = fitting.toSorted((a, b) => toDistance(a, typed) - toDistance(b, typed)).slice(0, mostOffered);
  const reading = toTag(written.trim());
  const isNew = 'tag' in reading && !tags.includes(reading.tag) && !suggestions.includes(reading.tag);
  return { known, fresh: isNew ? reading.tag : undefined };
}

function toDistance(tag: string, typed: string): number {
  const whole = tag.toLowerCase();
  const [, value] = splitTag(whole);
  if (whole === typed || value === typed) return 0;
  return whole.startsWith(typed) || value.startsWith(typed) ? 1 : 2;
}
