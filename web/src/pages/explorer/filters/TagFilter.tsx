import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ItemFilter } from '../../../data/items.ts';
import { tagGlossaryQuery, tagsQuery } from '../../../data/tags.ts';
import { SearchField } from '../../../parts/fields/TextField.tsx';
import { findMeaning } from '../../../parts/item/TagChip.tsx';
import { LoadingView } from '../../../parts/page/LoadingView.tsx';
import type { ChangeFilter } from '../use-explorer-view.ts';
import { PaneFault } from './PaneFault.tsx';
import { getTagRule, TagToggle, withNextTagRule } from './TagToggle.tsx';
import { listTagGroups, searchTagGroups, type TagChoiceGroup, toShownChoices } from './tag-choices.ts';

interface TagFilterProps {
  readonly filter: ItemFilter;
  readonly onChange: ChangeFilter;
}

const searchFrom = 8;

/** A filter for item tags, by group. Each tag can be included, excluded, or ignored. */
export function TagFilter({ filter, onChange }: TagFilterProps) {
  const { data: tags, isLoadingError, refetch } = useQuery(tagsQuery());
  const [search, setSearch] = useState('');
  const { tags: wanted, excludeTags: unwanted } = filter;
  const groups = useMemo(
    () => (tags === undefined ? [] : listTagGroups(tags, [...(wanted ?? []), ...(unwanted ?? [])])),
    [tags, wanted, unwanted],
  );
  const found = searchTagGroups(groups, search);
  if (isLoadingError) return <PaneFault onRetry={() => void refetch()} text="Couldn't load tags." />;
  if (tags === undefined) return <LoadingView label="Loading tags" lines={6} />;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-quiet text-xs">Click to include, again to exclude.</p>
      {tags.tags.length > searchFrom && <SearchField label="Find a tag" onChange={setSearch} value={search} />}
      {found.map((group) => (
        <TagGroupList filter={filter} group={group} key={group.name} onChange={onChange} />
      ))}
      {found.length === 0 && <p className="text-quiet text-sm">No tag contains “{search}”.</p>}
    </div>
  );
}

const most = 6;

function TagGroupList({ group, filter, onChange }: TagFilterProps & { readonly group: TagChoiceGroup }) {
  const { data: glossary } = useQuery(tagGlossaryQuery());
  const [isWhole, setWhole] = useState(false);
  const chosen = [...(filter.tags ?? []), ...(filter.excludeTags ?? [])];
  const shown = isWhole ? group.choices : toShownChoices(group.choices, { most, chosen });
  const rest = group.choices.length - shown.length;
  return (
    <div>
      <p className="truncate text-quiet text-xs" dir="auto" title={findMeaning(glossary?.entries, group.name)}>
        {group.name}
        {group.isComputed && <span className="italic"> (computed)</span>}
      </p>
      <ul aria-label={group.name}>
        {shown.map(({ tag, value, count }) => (
          <li key={tag}>
            <TagToggle
              count={count}
              meaning={findMeaning(glossary?.entries, tag)}
              onNext={() => onChange((now) => withNextTagRule(now, tag))}
              tag={tag}
              value={value}
              rule={getTagRule(filter, tag)}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button
          className="-mx-1.5 min-h-7 rounded-md px-1.5 text-accent text-xs hover:bg-hover"
          onClick={() => setWhole(true)}
          type="button"
        >
          Show {rest} more
        </button>
      )}
    </div>
  );
}
