import foundingTags from './presets/founding-tags.json' with { type: 'json' };
import type { TagSchema } from './tag-schema.ts';

/** The groups of tags of the founding curator: what holds until somebody saves a schema of their own. */
export const presetTags: TagSchema = foundingTags;
