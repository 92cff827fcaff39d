import type { ItemFilter } from '../../../data/items.ts';
import { Icon } from '../../../parts/Icon.tsx';
import { joinClasses } from '../../../parts/join-classes.ts';
import { withoutBlank } from '../address/explorer-search.ts';

export interface TagToggleProps {
  readonly tag: string;
  /** The tag without its group. */
  readonly value: string;
  readonly count?: number | undefined;
  readonly meaning?: string | undefined;
  readonly rule: TagRule;
  readonly onNext: () => void;
}

const boxes: Readonly<Record<TagRule, string>> = {
  with: 'border-accent bg-accent text-accent-ink',
  without: 'border-fail bg-fail-soft text-fail',
  either: 'border-field bg-card',
};

/** A tag that can be included, excluded, or ignored. Each click switches to the next of the three. */
export function TagToggle({ tag, value, count, meaning, rule, onNext }: TagToggleProps) {
  return (
    <button
      className="-mx-1.5 flex min-h-7 w-[calc(100%+0.75rem)] items-center gap-2 rounded-md px-1.5 text-left text-sm hover:bg-hover"
      onClick={onNext}
      title={meaning}
      type="button"
    >
      <span className={joinClasses('flex size-4.5 shrink-0 items-center justify-center rounded border', boxes[rule])}>
        {rule === 'with' && <Icon name="approve" size={11} />}
        {rule === 'without' && <Icon name="close" size={10} />}
      </span>
      <bdi className="sr-only">{tag}</bdi>
      <span
        aria-hidden="true"
        className={joinClasses('min-w-0 flex-1 truncate', rule === 'without' && 'text-fail line-through')}
        dir="auto"
      >
        {value}
      </span>
      <span className="sr-only">, {rule === 'either' ? 'with or without' : rule},</span>
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
type TagRule = 'with' | 'without' | 'either';

const nextRule = { either: 'with', with: 'without', without: 'either' } as const;

export function getTagRule({ tags = [], excludeTags = [] }: ItemFilter, tag: string): TagRule {
  if (tags.includes(tag)) return 'with';
  return excludeTags.includes(tag) ? 'without' : 'either';
}

export function withTagRule(filter: ItemFilter, tag: string, rule: TagRule): ItemFilter {
  const tags = (filter.tags ?? []).filter((other) => other !== tag);
  const excludeTags = (filter.excludeTags ?? []).filter((other) => other !== tag);
  return withoutBlank({
    ...filter,
    tags: rule === 'with' ? [...tags, tag] : tags,
    excludeTags: rule === 'without' ? [...excludeTags, tag] : excludeTags,
  });
}

/** with → without → either. Three steps return to the start. */
export function withNextTagRule(filter: ItemFilter, tag: string): ItemFilter {
  return withTagRule(filter, tag, nextRule[getTagRule(filter, tag)]);
}
