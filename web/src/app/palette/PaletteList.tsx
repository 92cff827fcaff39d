import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { datasetsQuery } from '../../data/datasets.ts';
import { itemHitsQuery } from '../../data/items.ts';
import { Icon } from '../../parts/Icon.tsx';
import { KeyCaps } from '../../parts/KeyCaps.tsx';
import { useSettled } from '../use-settled.ts';
import { type PaletteEntry, type PaletteGroup, rankEntries, useActionEntries } from './use-action-entries.ts';

/** The search field and the matching entries. */
export function PaletteList({ onChoose }: { readonly onChoose: (entry: PaletteEntry) => void }) {
  const [typed, setTyped] = useState('');
  const { groups, isSearching } = useGroups(typed);
  return (
    <Autocomplete.Root
      autoHighlight="always"
      filter={null}
      inline
      items={groups}
      itemToStringValue={({ label }: PaletteEntry) => label}
      keepHighlight
      mode="list"
      onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
      open
      value={typed}
    >
      <div className="flex items-center gap-2.5 border-line border-b pr-2 pl-4">
        <span className="text-quiet">
          <Icon name="search" />
        </span>
        <Autocomplete.Input
          aria-label="Find a command, page or conversation"
          className="min-h-12 min-w-0 flex-1 bg-transparent outline-none"
          dir="auto"
          placeholder="Find a command, page or conversation"
        />
        <Dialog.Close className="min-h-7 rounded-md px-2 text-quiet text-xs hover:bg-hover">Esc</Dialog.Close>
      </div>
      <Autocomplete.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2">
        {(group: PaletteGroup) => <GroupView group={group} key={group.title} onChoose={onChoose} />}
      </Autocomplete.List>
      <Autocomplete.Empty>
        <p className="px-4 pb-6 text-quiet text-sm empty:hidden">
          {groups.length > 0 ? null : isSearching ? 'Searching…' : `No results for "${typed}".`}
        </p>
      </Autocomplete.Empty>
    </Autocomplete.Root>
  );
}

function useGroups(typed: string): { readonly groups: PaletteGroup[]; readonly isSearching: boolean } {
  const actions = useActionEntries();
  const { datasets, items, isSearching } = useFoundEntries(typed);
  if (typed.trim() === '') return { groups: toShown(actions), isSearching };
  const commands = rankEntries(
    typed,
    actions.flatMap((group) => group.items),
  ).slice(0, 12);
  const named = rankEntries(typed, datasets.items).slice(0, 5);
  return {
    groups: toShown([{ title: 'Commands', items: commands }, { ...datasets, items: named }, items]),
    isSearching,
  };
}

function toShown(groups: readonly PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ items }) => items.length > 0);
}

interface GroupViewProps {
  readonly group: PaletteGroup;
  readonly onChoose: (entry: PaletteEntry) => void;
}

function GroupView({ group, onChoose }: GroupViewProps) {
  return (
    <Autocomplete.Group className="not-last:mb-2" items={group.items}>
      <Autocomplete.GroupLabel className="px-2 pt-1 pb-1 font-medium text-quiet text-xs">
        {group.title}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(entry: PaletteEntry) => (
          <Autocomplete.Item
            className="flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2 text-sm outline-none data-highlighted:bg-accent-soft"
            key={entry.id}
            onClick={() => onChoose(entry)}
            value={entry}
          >
            <span className="text-quiet">
              <Icon name={entry.icon} />
            </span>
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {entry.label}
            </span>
            {entry.hint !== undefined && (
              <span className="max-w-[45%] shrink-0 truncate text-quiet text-xs" dir="auto">
                {entry.hint}
              </span>
            )}
            {entry.keys !== undefined && (
              <span className="text-quiet">
                <KeyCaps keys={entry.keys} />
              </span>
            )}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

interface FoundEntries {
  readonly datasets: PaletteGroup;
  /** Found by the server, so not ranked again here. */
  readonly items: PaletteGroup;
  readonly isSearching: boolean;
}

/** Datasets by name. Conversations by ID or text, once you have typed two letters. */
function useFoundEntries(typed: string): FoundEntries {
  const navigate = useNavigate();
  const settled = useSettled(typed.trim(), 150);
  const { data: datasets } = useQuery(datasetsQuery());
  const hits = useQuery(itemHitsQuery(settled));
  const isLong = typed.trim().length >= 2;
  return {
    datasets: {
      title: 'Datasets',
      items: (datasets?.datasets ?? []).map(({ name }) => ({
        id: `dataset ${name}`,
        label: name,
        hint: 'dataset',
        icon: 'grid',
        run: () => void navigate({ to: '/datasets/$name', params: { name } }),
      })),
    },
    items: {
      title: 'Conversations',
      items: (isLong ? (hits.data ?? []) : []).map(({ dataset, id, question }) => ({
        id: `item ${JSON.stringify([dataset, id])}`,
        label: question === '' ? id : question,
        hint: `${dataset} · ${id}`,
        icon: 'chat',
        run: () => void navigate({ to: '/review/$dataset/$id', params: { dataset, id } }),
      })),
    },
    isSearching: isLong && (hits.isFetching || settled !== typed.trim()),
  };
}
