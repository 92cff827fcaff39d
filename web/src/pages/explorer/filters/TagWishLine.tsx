import type { ItemFilter } from '../../../data/items.ts';
import { Icon } from '../../../parts/Icon.tsx';
import { joinClasses } from '../../../parts/join-classes.ts';
import { withoutBlank } from '../address/explorer-search.ts';

export interface TagWishLineProps {
  readonly tag: string;
  /** The tag without its group. */
  readonly value: string;
  readonly count?: number | undefined;
  readonly meaning?: string | undefined;
  readonly wish: TagWish;
  readonly onNext: () => void;
}

const boxes: Readonly<Record<TagWish, string>> = {
  with: 'border-accent bg-accent text-accent-ink',
  without: 'border-fail bg-fail-soft text-fail',
  either: 'border-field bg-card',
};

/** A tag that can be included, excluded, or ignored. Each click switches to the next of the three. */
export function TagWishLine({ tag, value, count, meaning, wish, onNext }: TagWishLineProps) {
  return (
    <button
      className="-mx-1.5 flex min-h-7 w-[calc(100%+0.75rem)] items-center gap-2 rounded-md px-1.5 text-left text-sm hover:bg-hover"
      onClick={onNext}
      title={meaning}
      type="button"
    >
      <span className={joinClasses('flex size-4.5 shrink-0 items-center justify-center rounded border', boxes[wish])}>
        {wish === 'with' && <Icon name="approve" size={11} />}
        {wish === 'without' && <Icon name="close" size={10} />}
      </span>
      <bdi className="sr-only">{tag}</bdi>
      <span
        aria-hidden="true"
        className={joinClasses('min-w-0 flex-1 truncate', wish === 'without' && 'text-fail line-through')}
        dir="auto"
      >
        {value}
      </span>
      <span className="sr-only">, {wish === 'either' ? 'with or without' : wish},</span>
      {count !== undefined && (
        <span className="text-quiet text-xs tabular-nums">
          {count.toLocaleString('en')}
          <span className="sr-only"> conversations</span>
        </span>
      )}
    </button>
  );
}

/** Items must have the tag, must not have it, or may have it. */
type TagWish = 'with' | 'without' | 'either';

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

/** with → without → either. Three steps return to the start. */
export function withNextWish(filter: ItemFilter, tag: string): ItemFilter {
  return withTagWish(filter, tag, nextWish[getTagWish(filter, tag)]);
}
