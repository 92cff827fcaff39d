import type { Item } from '../../../../../../src/conversation/item/item.ts';
import { computedGroups } from '../../../../../../src/curate/computed-tags.ts';
import type { TagSchema } from '../../../../../../src/curate/tag-schema.ts';
import { findGroup, toGroupName } from '../../changes/item-changes.ts';
import { fieldPlaces } from '../field-places.ts';
import { TagField } from '../TagField.tsx';
import { type TagReading, toItemTagReading } from './read-tags.ts';
import { listFreeTags, type UsedTag } from './tag-groups.ts';

export interface FreeTagsProps {
  readonly item: Item;
  readonly schema: TagSchema;
  readonly used: readonly UsedTag[];
  readonly onAdd: (tag: string) => void;
  readonly onRemove: (tag: string) => void;
}

const computed: ReadonlySet<string> = new Set(computedGroups);

/** Tags of groups that the schema does not have; a tag of any group can be typed here. */
export function FreeTags({ item, schema, used, onAdd, onRemove }: FreeTagsProps) {
  const tags = listFreeTags(item, schema);
  const listed = schema.groups.flatMap(({ name, values = [] }) => values.map((value) => `${name}:${value}`));
  const suggestions = [...new Set([...listed, ...used.map(({ tag }) => tag)])];
  return (
    <TagField
      label="Other tags (group:value)"
      onChange={(changed) => {
        for (const tag of changed) if (!tags.includes(tag)) onAdd(tag);
        for (const tag of tags) if (!changed.includes(tag)) onRemove(tag);
      }}
      place={fieldPlaces.addTag}
      suggestions={suggestions.filter((tag) => !item.manualTags.includes(tag))}
      tags={tags}
      toTag={(written) => readTag(written, schema)}
    />
  );
}

/** Refuses at once what the server would not keep, or what could never be approved. */
function readTag(written: string, schema: TagSchema): TagReading {
  const reading = toItemTagReading(written);
  if ('problem' in reading) return reading;
  const name = toGroupName(reading.tag);
  if (computed.has(name)) return { problem: `Tags in the group "${name}" are computed. You can't add them yourself.` };
  const group = findGroup(schema, name);
  const isListed = (group?.values ?? []).some((value) => toItemTagOf(name, value) === reading.tag);
  if (group?.closed !== true || isListed) return reading;
  return { problem: `The group "${name}" is closed. Choose one of its values above.` };
}

function toItemTagOf(group: string, value: string): string | undefined {
  const reading = toItemTagReading(`${group}:${value}`);
  return 'tag' in reading ? reading.tag : undefined;
}
