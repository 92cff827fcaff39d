import { z } from 'zod';
import foundingTags from './presets/founding-tags.json' with { type: 'json' };

const Words = z.array(z.string().trim().min(1).max(200)).max(1000);

/** A group of tags, such as `source` in `source:sme`. */
export const TagGroup = z.strictObject({
  name: z.string().trim().toLowerCase().min(1).max(100).describe('Name of the group: the part before the colon.'),
  description: z.string().max(4000).optional().describe('What the group is for.'),
  exclusive: z.boolean().optional().describe('An item has at most one value of the group. Default: false.'),
  closed: z.boolean().optional().describe('Only the values listed are allowed. Default: false.'),
  values: Words.optional().describe('Values to choose from.'),
  requires: Words.optional().describe(
    'Groups, or tags as group:value, that an item with a tag of this group needs before it is approved.',
  ),
});
export type TagGroup = z.infer<typeof TagGroup>;

/** The tag groups and their rules. */
export const TagSchema = z.strictObject({ groups: z.array(TagGroup).max(500) });
export type TagSchema = z.infer<typeof TagSchema>;

/** What tags mean, by tag (`source:sme`), by group (`source`) or by the plain word of a turn. */
export const TagGlossary = z.strictObject({
  entries: z
    .record(z.string().min(1).max(300), z.string().max(4000))
    .refine((entries) => Object.keys(entries).length <= 5000, 'A glossary can have at most 5,000 entries.'),
});
export type TagGlossary = z.infer<typeof TagGlossary>;

/** The tag groups of the founding curator, used until a team saves its own schema. */
export const presetTags: TagSchema = foundingTags;
