import type { z } from 'zod';
import type { TagList } from '../../../../../src/contract/tags.ts';
import { splitTag } from '../../../parts/item/TagChip.tsx';

export interface TagChoice {
  readonly tag: string;
  readonly value: string;
  /** The number of items with the tag. Absent for computed tags, which are not counted. */
  readonly count?: number;
}

export interface TagChoiceGroup {
  readonly name: string;
  readonly isComputed: boolean;
  readonly choices: readonly TagChoice[];
}

/** The values of computed groups. `dataset` is left out, because datasets have their own filter. */
export const computedValues: Readonly<Record<string, readonly string[]>> = {
  turns: ['singleturn', 'multiturn'],
  question_length: ['short', 'medium', 'long'],
  retrieval_behavior: ['no_refs', 'single', 'two_refs', 'rich'],
  answer: ['no_answer'],
};

/**
 * All tags by group: those given by people, the most used first, then computed ones. Tags in `chosen` are listed even
 * if no item has them.
 */
export function listTagGroups(
  { tags, computed }: z.output<typeof TagList>,
  chosen: readonly string[],
): readonly TagChoiceGroup[] {
  const counts = new Map(tags.map(({ tag, items }) => [tag, items]));
  for (const tag of chosen) {
    if (!counts.has(tag) && !computed.includes(splitTag(tag)[0])) counts.set(tag, 0);
  }
  const given = [...Map.groupBy(counts, ([tag]) => splitTag(tag)[0])].map(([name, entries]) => ({
    name,
    isComputed: false,
    choices: entries
      .map(([tag, count]) => ({ tag, value: splitTag(tag)[1], count }))
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1)),
  }));
  given.sort((one, other) => (one.name < other.name ? -1 : 1));
  return [...given, ...computed.flatMap(toComputedGroup)];
}

function toComputedGroup(name: string): readonly TagChoiceGroup[] {
  const values = computedValues[name] ?? [];
  const choices = values.map((value) => ({ tag: `${name}:${value}`, value }));
  return choices.length === 0 ? [] : [{ name, isComputed: true, choices }];
}

/** The groups with only the tags that contain every search word. */
export function searchTagGroups(groups: readonly TagChoiceGroup[], search: string): readonly TagChoiceGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups.flatMap((group) => {
    const choices = group.choices.filter(({ tag }) => words.every((word) => tag.toLowerCase().includes(word)));
    return choices.length === 0 ? [] : [{ ...group, choices }];
  });
}

/** The first tags of a long group, and all chosen ones. A list of thousands would be slow and useless. */
export function toShownChoices(
  choices: readonly TagChoice[],
  { most, chosen }: { readonly most: number; readonly chosen: readonly string[] },
): readonly TagChoice[] {
  return choices.length <= most + 1 ? choices : choices.filter(({ tag }, at) => at < most || chosen.includes(tag));
}
