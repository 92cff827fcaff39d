import type { Item } from '../../../../../src/conversation/item/item.ts';
import { toItemTag } from '../../../../../src/conversation/item/item-tags.ts';
import type { TagGroup, TagSchema } from '../../../../../src/curate/tag-schema.ts';

/** The item with one more tag. In an exclusive group it takes the place of the other one. */
export function withItemTag(item: Item, tag: string, schema: TagSchema): Item {
  if (item.manualTags.includes(tag)) return item;
  const group = toGroupName(tag);
  if (findGroup(schema, group)?.exclusive !== true) return { ...item, manualTags: [...item.manualTags, tag] };
  const at = item.manualTags.findIndex((other) => toGroupName(other) === group);
  const others = item.manualTags.filter((other) => toGroupName(other) !== group);
  return { ...item, manualTags: others.toSpliced(at === -1 ? others.length : at, 0, tag) };
}

export function withoutItemTag(item: Item, tag: string): Item {
  if (!item.manualTags.includes(tag)) return item;
  return { ...item, manualTags: item.manualTags.filter((other) => other !== tag) };
}

/** The group of a tag: the part before the colon, or '' for a plain word. */
export function toGroupName(tag: string): string {
  return tag.slice(0, Math.max(tag.indexOf(':'), 0));
}

/** By the name that its tags have. */
export function findGroup({ groups }: TagSchema, name: string): TagGroup | undefined {
  return groups.find((group) => toTagGroupName(group) === name);
}

/** The name of a group as its tags are spelled. */
export function toTagGroupName({ name }: TagGroup): string {
  return toGroupName(toItemTag(`${name}:x`) ?? '');
}

/** The item with another comment. An empty comment is removed. */
export function withComment(item: Item, comment: string): Item {
  if (comment !== '') return { ...item, comment };
  const { comment: _gone, ...rest } = item;
  return rest;
}
