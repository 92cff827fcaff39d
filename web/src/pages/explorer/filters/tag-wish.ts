import type { ItemFilter } from '../../../data/items.ts';
import { withoutBlank } from '../address/explorer-search.ts';

/** What is asked of a tag: that items have it, that they have it not, or nothing. */
export type TagWish = 'with' | 'without' | 'either';

const nextWish = { either: 'with', with: 'without', without: 'either' } as const;

export function getTagWish({ tags = [], excludeTags = [] }: ItemFilter, tag: string): TagWish {
  if (tags.includes(tag)) return 'with';
  return excludeTags.includes(tag) ? 'without' : 'either';
}

export function withTagWish(filter: ItemFilter, tag: string, wish: TagWish): ItemFilter {
  const tags = (filter.tags ?? []).filter((other) => other !== tag);
  const excludeTags = (filter.excludeTags ?? []).filter((other) => other !== tag);
  return withoutBlank({
    ...filter,
    tags: wish === 'with' ? [...tags, tag] : tags,
    excludeTags: wish === 'without' ? [...excludeTags, tag] : excludeTags,
  });
}

/** with → without → either: three steps bring it back. */
export function withNextWish(filter: ItemFilter, tag: string): ItemFilter {
  return withTagWish(filter, tag, nextWish[getTagWish(filter, tag)]);
}
