import { useQuery } from '@tanstack/react-query';
import type { Item } from '../../../../../../src/conversation/item/item.ts';
import { nameTurn, toTurnNumber } from '../../../../../../src/conversation/turn-number.ts';
import { toComputedTags } from '../../../../../../src/curate/computed-tags.ts';
import { withAssistantRoles } from '../../../../../../src/curate/conversation-view.ts';
import type { TagSchema } from '../../../../../../src/curate/tag-schema.ts';
import { tagGlossaryQuery, tagSchemaQuery, tagsQuery } from '../../../../data/tags.ts';
import { toShownTurns } from '../../../../parts/conversation/shown-turns.ts';
import { TagChip } from '../../../../parts/item/TagChip.tsx';
import { FaultView } from '../../../../parts/page/FaultView.tsx';
import { LoadingView } from '../../../../parts/page/LoadingView.tsx';
import { withItemTag, withoutItemTag } from '../../changes/item-changes.ts';
import { withTurnTags } from '../../changes/turn-changes.ts';
import { PanelSection } from '../PanelSection.tsx';
import type { PanelProps } from '../panel-props.ts';
import { TagField } from '../TagField.tsx';
import { FreeTags } from './FreeTags.tsx';
import { TagGroupRow } from './TagGroupRow.tsx';
import { listGroups, type UsedTag } from './tag-groups.ts';

const noEntries = {};

/** The tags of the selected turn and of the conversation, by the groups of the schema. */
export function TagsPanel({ editor, selection }: PanelProps) {
  const schema = useQuery(tagSchemaQuery());
  const used = useQuery(tagsQuery()).data?.tags ?? [];
  const entries = useQuery(tagGlossaryQuery()).data?.entries ?? noEntries;
  if (schema.isLoadingError) {
    return <FaultView error={schema.error} onRetry={() => schema.refetch()} title="Couldn't load tags." />;
  }
  if (schema.data === undefined) return <LoadingView label="Loading tags" lines={8} />;
  return (
    <div className="flex flex-col gap-6">
      <TurnTags editor={editor} selection={selection} used={used} />
      <ItemTags editor={editor} entries={entries} schema={schema.data} used={used} />
      <ComputedTags item={withAssistantRoles(editor.item, editor.assistantRoles)} />
      <GlossaryList entries={entries} />
    </div>
  );
}

function TurnTags({ editor, selection, used }: PanelProps & { readonly used: readonly UsedTag[] }) {
  const turns = toShownTurns(editor.item);
  const index = turns.findIndex(({ id }) => id === selection.turnId);
  const turn = turns[index];
  if (turn === undefined) return null;
  const words = new Set([...turns.flatMap(({ tags }) => tags), ...used.map(({ tag }) => tag)]);
  return (
    <PanelSection title={`Turn ${toTurnNumber(index)}`}>
      <TagField
        isLabelHidden
        label={`Tags for ${nameTurn(index)}`}
        onChange={(tags) => editor.change((item) => withTurnTags(item, turn.id, tags), `Tag ${nameTurn(index)}`)}
        suggestions={[...words]}
        tags={turn.tags}
      />
    </PanelSection>
  );
}

interface ItemTagsProps extends Pick<PanelProps, 'editor'> {
  readonly schema: TagSchema;
  readonly used: readonly UsedTag[];
  readonly entries: Readonly<Record<string, string>>;
}

function ItemTags({ editor, schema, used, entries }: ItemTagsProps) {
  const add = (tag: string) => editor.change((item) => withItemTag(item, tag, schema), `Add ${tag}`);
  const remove = (tag: string) => editor.change((item) => withoutItemTag(item, tag), `Remove ${tag}`);
  return (
    <PanelSection title="Conversation">
      <div className="flex flex-col gap-3.5 rounded" data-place="manualTags" tabIndex={-1}>
        {listGroups(withAssistantRoles(editor.item, editor.assistantRoles), schema, used).map((shown) => (
          <TagGroupRow entries={entries} key={shown.name} onAdd={add} onRemove={remove} shown={shown} />
        ))}
        <FreeTags item={editor.item} onAdd={add} onRemove={remove} schema={schema} used={used} />
      </div>
    </PanelSection>
  );
}

/** Tags that follow from the conversation. They change with it, and cannot be given by hand. */
function ComputedTags({ item }: { readonly item: Item }) {
  return (
    <PanelSection title="Computed">
      <ul className="flex flex-wrap gap-1">
        {toComputedTags(item).map((tag) => (
          <li className="flex min-w-0 max-w-full" key={tag}>
            <TagChip isComputed tag={tag} />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

/** What tags and groups mean, in one list. */
function GlossaryList({ entries }: { readonly entries: Readonly<Record<string, string>> }) {
  const listed = Object.entries(entries).toSorted(([a], [b]) => a.localeCompare(b));
  if (listed.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 items-center rounded text-accent hover:underline">
        What do these mean?
      </summary>
      <dl className="mt-2 flex flex-col gap-2">
        {listed.map(([tag, meaning]) => (
          <div key={tag}>
            <dt className="font-medium" dir="auto">
              {tag}
            </dt>
            <dd className="break-words text-quiet" dir="auto">
              {meaning}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
