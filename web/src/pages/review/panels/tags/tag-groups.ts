import type { Item } from '../../../../../../src/conversation/item/item.ts';
import { toItemTag } from '../../../../../../src/conversation/item/item-tags.ts';
import { checkTagRules } from '../../../../../../src/curate/check-tags.ts';
import type { TagGroup, TagSchema } from '../../../../../../src/curate/tag-schema.ts';
import { toGroupName, toTagGroupName } from '../../changes/item-changes.ts';

/** How many tags of a group without values are offered, in addition to those of the item. */
const mostOffered = 8;

/** A tag of the workspace and how many items have it. */
export interface UsedTag {
  readonly tag: string;
  readonly items: number;
}

/** A group of the schema as it is shown: what can be chosen, and what is wrong with the choice. */
export interface ShownGroup {
  readonly group: TagGroup;
  /** Its spelling in tags. */
  readonly name: string;
  readonly tags: readonly { readonly tag: string; readonly isChosen: boolean }[];
  /** Offers while typing. */
  readonly others: readonly string[];
  readonly problems: readonly string[];
}

/** The groups of the schema, in its order, without computed ones. */
export function listGroups(item: Item, schema: TagSchema, used: readonly UsedTag[]): readonly ShownGroup[] {
  return schema.groups.map((group) => toShownGroup(item, group, used));
}

function toShownGroup(item: Item, group: TagGroup, used: readonly UsedTag[]): ShownGroup {
  const name = toTagGroupName(group);
  const chosen = item.manualTags.filter((tag) => toGroupName(tag) === name);
  const listed = (group.values ?? []).flatMap((value) => toItemTag(`${name}:${value}`) ?? []);
  const known = group.closed === true ? [] : listUsed(used, name);
  const offered = listed.length > 0 ? listed : known.slice(0, mostOffered);
  const tags = [...new Set([...offered, ...chosen])];
  return {
    group,
    name,
    tags: tags.map((tag) => ({ tag, isChosen: chosen.includes(tag) })),
    others: known.filter((tag) => !tags.includes(tag)),
    problems: checkTagRules(item, { groups: [group] }).map(({ message, hint }) =>
      hint === undefined ? message : `${message} ${hint}`,
    ),
  };
}

function listUsed(used: readonly UsedTag[], group: string): readonly string[] {
  return used
    .filter(({ tag }) => toGroupName(tag) === group)
    .toSorted((a, b) => b.items - a.items)
    .map(({ tag }) => tag);
}

/** Tags of the item whose group is not in the schema. */
export function listFreeTags(item: Item, schema: TagSchema): readonly string[] {
  const names = new Set(schema.groups.map(toTagGroupName));
  return item.manualTags.filter((tag) => !names.has(toGroupName(tag)));
}
