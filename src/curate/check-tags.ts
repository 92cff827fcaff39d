import type { FaultCode } from '../base/fault-codes.ts';
import type { SchemaIssue } from '../base/schema-check.ts';
import type { Item } from '../conversation/item/item.ts';
import { toItemTag } from '../conversation/item/item-tags.ts';
import { toBadValue } from '../conversation/item/parse-result.ts';
import { computedGroups, toComputedTags } from './computed-tags.ts';
import type { TagGroup, TagSchema } from './tag-schema.ts';

/** Two values of an exclusive group among the manual tags. Nothing with such tags is kept. */
export function checkExclusive(manualTags: readonly string[], schema: TagSchema): readonly SchemaIssue[] {
  if (manualTags.length < 2) return [];
  const crowded = [...Map.groupBy(manualTags, toGroupName).values()].filter((tags) => tags.length > 1);
  if (crowded.length === 0) return [];
  const groups = toGroups(schema);
  return crowded.flatMap((tags) => checkSingle(tags, groups));
}

type Groups = ReadonlyMap<string, TagGroup>;

/** `tags` are those of one group. */
function checkSingle(tags: readonly string[], groups: Groups): readonly SchemaIssue[] {
  const name = toGroupName(tags[0] ?? '');
  if (tags.length < 2 || groups.get(name)?.exclusive !== true) return [];
  const values = tags.slice(0, 5).map((tag) => `"${tag}"`);
  const message = `The group "${name}" allows one value, got ${values.join(' and ')}.`;
  return [toIssue('TAG_EXCLUSIVE', message, 'Keep one of them.')];
}

const isComputedGroup: ReadonlySet<string> = new Set(computedGroups);

/** Manual tags that follow from the item anyway. `item`: with its assistant roles (`withAssistantRoles`). */
export function listComputedTags(manualTags: readonly string[], item: Item): readonly string[] {
  const candidates = manualTags.filter((tag) => isComputedGroup.has(toGroupName(tag)));
  if (candidates.length === 0) return [];
  const computed = toComputedTags(item);
  return candidates.filter((tag) => computed.includes(tag));
}

/**
 * What keeps an edit of tags from being saved: two values of an exclusive group, a tag that is computed. Tags that stay
 * as they were are not looked at again: an edit of something else must not fail for them. `after`: with its
 * assistant roles.
 */
export function checkTagEdit(before: Item | undefined, after: Item, schema: TagSchema): readonly SchemaIssue[] {
  const { manualTags } = after;
  if (before !== undefined && hasSameTags(before.manualTags, manualTags)) return [];
  const computed = listComputedTags(manualTags, after).map((tag) =>
    toIssue('TAG_COMPUTED', `Turnwise computes the tag "${tag}", so you cannot set it.`, 'Remove it.'),
  );
  return [...checkExclusive(manualTags, schema), ...computed];
}

/** Every rule of the schema that the tags of an item break; each keeps it from being approved. */
export function checkTagRules(item: Item, schema: TagSchema): readonly SchemaIssue[] {
  const { manualTags } = item;
  if (manualTags.length === 0) return [];
  const all = [...manualTags, ...toComputedTags(item)];
  const present = new Set([...all, ...all.map(toGroupName)]);
  const groups = toGroups(schema);
  return [...Map.groupBy(manualTags, toGroupName)].flatMap(([name, tags]) => {
    const group = groups.get(name);
    if (group === undefined) return [];
    return [...checkSingle(tags, groups), ...checkAllowed(tags, group), ...checkRequired(tags, group, present)];
  });
}

function checkAllowed(tags: readonly string[], group: TagGroup): readonly SchemaIssue[] {
  if (group.closed !== true) return [];
  const allowed = new Set((group.values ?? []).map((value) => toItemTag(`${group.name}:${value}`)));
  const hint =
    allowed.size === 0 ? 'The group lists no values.' : `Use one of ${[...allowed].slice(0, 20).join(', ')}.`;
  return tags
    .filter((tag) => !allowed.has(tag))
    .map((tag) => toIssue('TAG_NOT_ALLOWED', `The group "${group.name}" does not allow "${tag}".`, hint));
}

function checkRequired(tags: readonly string[], group: TagGroup, present: ReadonlySet<string>): readonly SchemaIssue[] {
  const missing = (group.requires ?? []).filter((needed) => !present.has(toItemTag(needed) ?? foldName(needed)));
  return missing.map((needed) => {
    const what = needed.includes(':') ? `the tag "${needed}"` : `a tag of the group "${needed}"`;
    return toIssue('TAG_REQUIRED', `The tag "${tags[0]}" also requires ${what}.`, 'Add it.');
  });
}

function toGroups(schema: TagSchema): Groups {
  return new Map(schema.groups.map((group) => [foldName(group.name), group]));
}

/** A group is named in a schema as people write it, in a tag as `toItemTag` folds it. */
function foldName(name: string): string {
  return toItemTag(`${name}:x`)?.slice(0, -2) ?? name;
}

function toGroupName(tag: string): string {
  return tag.slice(0, tag.indexOf(':'));
}

function hasSameTags(a: readonly string[], b: readonly string[]): boolean {
  const before = new Set(a);
  return before.size === new Set(b).size && b.every((tag) => before.has(tag));
}

function toIssue(code: FaultCode, message: string, hint: string): SchemaIssue {
  return { ...toBadValue(['manualTags'], message, hint), code };
}
