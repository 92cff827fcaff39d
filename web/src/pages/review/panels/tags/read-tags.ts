import { findTagFault, parseItemTags } from '../../../../../../src/conversation/item/item-tags.ts';

/** A tag in its one spelling, or why it cannot be one. */
export type TagReading = { readonly tag: string } | { readonly problem: string };

/** A word for a turn, plain or group:value. */
export function toWord(written: string): TagReading {
  const tag = written.trim().replaceAll(/\s+/g, ' ');
  const problem = findTagFault(tag);
  return problem === undefined ? { tag } : { problem };
}

/** A tag of an item: group:value. */
export function toItemTagReading(written: string): TagReading {
  const { value, issues } = parseItemTags([written]);
  const [tag] = value ?? [];
  if (tag !== undefined) return { tag };
  const issue = issues[0];
  return {
    problem: issue?.hint === undefined ? (issue?.message ?? 'Not a valid tag.') : `${issue.message} ${issue.hint}`,
  };
}

export interface ReadTags {
  /** New ones, each once. */
  readonly added: readonly string[];
  /** What cannot be a tag, as it was written. */
  readonly rest: string;
  readonly problem: string | undefined;
}

/** Reads what was typed or pasted: one tag, or several with commas. */
export function readTags(
  written: string,
  present: readonly string[],
  toTag: (written: string) => TagReading,
): ReadTags {
  const parts = written.split(',').filter((part) => part.trim() !== '');
  const readings = parts.map((part) => ({ part: part.trim(), reading: toTag(part.trim()) }));
  const tags = readings.flatMap(({ reading }) => ('tag' in reading ? [reading.tag] : []));
  const failed = readings.filter(({ reading }) => 'problem' in reading);
  const first = failed[0]?.reading;
  return {
    added: [...new Set(tags)].filter((tag) => !present.includes(tag)),
    rest: failed.map(({ part }) => part).join(', '),
    problem: first !== undefined && 'problem' in first ? first.problem : undefined,
  };
}
