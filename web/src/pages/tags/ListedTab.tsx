import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { renderNumberOf } from '../../../../src/base/number-of.ts';
import { parseItemTags, toItemTag } from '../../../../src/conversation/item/item-tags.ts';
import { addTags, removeTags, tagSchemaQuery, tagsQuery } from '../../data/tags.ts';
import { Button } from '../../parts/button/Button.tsx';
import { showToast } from '../../parts/feedback/toasts.ts';
import { TagChip } from '../../parts/item/TagChip.tsx';
import { FaultView, toSentence } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { FilterField } from './FilterField.tsx';
import { NewWordForm } from './NewWordForm.tsx';
import type { TagUse } from './schema-effects.ts';

export interface ListedTabProps {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

/** The suggested tags, and tags in use that are not suggested. */
export function ListedTab({ filter, onFilter }: ListedTabProps) {
  const { data, error, refetch } = useQuery(tagsQuery());
  const { data: schema } = useQuery(tagSchemaQuery());
  const { offer, withdraw } = useOffers();
  if (data === undefined && error !== null)
    return <FaultView error={error} onRetry={refetch} title="Couldn't load tags." />;
  if (data === undefined) return <LoadingView lines={8} />;
  const ofGroups = new Set(
    schema?.groups.flatMap(({ name, values = [] }) => values.map((value) => toTag(name, value))),
  );
  const shown = data.tags.filter(({ tag }) => tag.includes(filter.trim().toLowerCase()));
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <NewWordForm
          action="Suggest tag"
          findProblem={(word) => parseItemTags([word]).issues[0]?.message}
          label="Tag to suggest"
          onAdd={(word) => offer(parseItemTags([word]).value ?? [])}
          placeholder="topic:refunds"
        />
        <FilterField onChange={onFilter} text={filter} />
      </div>
      <TagRows
        action="Stop suggesting"
        empty="None besides group values, which are always suggested."
        onAct={(tag) => withdraw([tag])}
        tags={shown.filter(({ listed }) => listed)}
        title="Suggested in addition to group values"
      />
      <TagRows
        action="Suggest tag"
        empty="Every tag in use is suggested."
        onAct={(tag) => offer([tag])}
        tags={shown.filter(({ tag, listed }) => !listed && !ofGroups.has(tag))}
        title="In use, not suggested"
      />
    </div>
  );
}

function toTag(group: string, value: string): string | undefined {
  return toItemTag(`${group}:${value}`);
}

interface TagRowsProps {
  readonly title: string;
  readonly tags: readonly TagUse[];
  readonly empty: string;
  readonly action: string;
  readonly onAct: (tag: string) => void;
}

function TagRows({ title, tags, empty, action, onAct }: TagRowsProps) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{title}</h2>
      {tags.length === 0 && <p className="text-quiet">{empty}</p>}
      <ul className="border-line border-t empty:border-0">
        {tags.map(({ tag, items }) => (
          <li className="flex items-center gap-3 border-line border-b py-1" key={tag}>
            <span className="min-w-0 flex-1">
              <TagChip tag={tag} />
            </span>
            <span className="text-quiet text-sm tabular-nums">{renderNumberOf(items, 'conversation')}</span>
            <Button aria-label={`${action}: ${tag}`} kind="quiet" onClick={() => onAct(tag)}>
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Adds and removes suggestions. Each action can undo the other. */
function useOffers() {
  const client = useQueryClient();
  const settle = {
    onSettled: () => client.invalidateQueries({ queryKey: tagsQuery().queryKey, exact: true }),
    onError: (error: unknown) =>
      showToast({ title: `Couldn't update suggested tags. ${toSentence(error)}`, kind: 'fault' }),
  };
  const adding = useMutation({ mutationFn: (tags: readonly string[]) => addTags(tags), ...settle });
  const removing = useMutation({ mutationFn: (tags: readonly string[]) => removeTags(tags), ...settle });
  return {
    offer: (tags: readonly string[]) => adding.mutate(tags),
    withdraw: (tags: readonly string[]) =>
      removing.mutate(tags, {
        onSuccess: () =>
          showToast({
            title: `${tags.join(', ')} is no longer suggested. Conversations keep it.`,
            action: { label: 'Undo', run: () => adding.mutate(tags) },
          }),
      }),
  };
}
