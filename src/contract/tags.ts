import { z } from 'zod';
import { parseItemTags } from '../conversation/item/item-tags.ts';
import { TagGlossary, TagSchema } from '../curate/tag-schema.ts';
import { listOf } from './query-values.ts';

/** Tags in their one spelling, each once. */
export const TagNames = z
  .array(z.string().max(500))
  .min(1)
  .max(1000)
  .transform((written, context) => {
    const { value, issues } = parseItemTags(written);
    for (const { path, message } of issues) context.addIssue({ code: 'custom', path: [...path], message });
    return value === undefined ? z.NEVER : [...value];
  });

export const TagsBody = z
  .strictObject({ tags: TagNames.describe('Tags as group:value.') })
  .meta({ examples: [{ tags: ['topic:refunds', 'source:sme'] }] });

export const TagsQuery = z.strictObject({
  tags: listOf(z.string().max(500), 1000).optional().describe('Tags as group:value, instead of a body.'),
});

export const TagList = z
  .object({
    tags: z.array(
      z.object({
        tag: z.string(),
        items: z.int().describe('Number of items with this tag, except deleted ones.'),
        listed: z.boolean().describe('Whether it is a suggested tag.'),
      }),
    ),
    computed: z.array(z.string()).describe("Groups whose tags are computed. You can't set them yourself."),
  })
  .describe('Manual tags that are suggested or used, by name.');

export const RemovedTags = z
  .object({ removed: z.int().describe('Number of tags removed.') })
  .describe('The removed tags.');

const stamp = { updatedAt: z.string().optional(), updatedBy: z.string().optional(), _etag: z.string() };

/** You can send back what GET returned. The ETag in it is ignored. */
const sentBack = {
  updatedAt: z.unknown().optional().describe('Read-only.'),
  updatedBy: z.unknown().optional().describe('Read-only.'),
  _etag: z.unknown().optional().describe('Read-only. Send the ETag in If-Match.'),
};

export const NewTagSchema = TagSchema.extend(sentBack).meta({
  examples: [{ groups: [{ name: 'source', exclusive: true, values: ['sme', 'synthetic'] }] }],
});
export const TagSchemaAnswer = TagSchema.extend(stamp).describe('Tag groups and their rules.');

export const NewTagGlossary = TagGlossary.extend(sentBack).meta({
  examples: [{ entries: { 'source:sme': 'Written by a subject expert.' } }],
});
export const TagGlossaryAnswer = TagGlossary.extend(stamp).describe('Tag definitions.');
