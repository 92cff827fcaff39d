import { useQuery } from '@tanstack/react-query';
import { renderNumberOf } from '../../../../../src/base/number-of.ts';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import { aggregateRefs } from '../../../../../src/curate/aggregate-refs.ts';
import { useAssistantRoles } from '../../../data/assistant-roles.ts';
import { itemLabelsQuery } from '../../../data/labels.ts';
import { ConversationView } from '../../../parts/conversation/ConversationView.tsx';
import { AssistantRoles } from '../../../parts/conversation/use-role-look.ts';
import { StatusMark } from '../../../parts/item/StatusMark.tsx';
import { TagChip } from '../../../parts/item/TagChip.tsx';
import { Time } from '../../../parts/Time.tsx';
import { HostLink } from '../../../parts/text/HostLink.tsx';
import { ItemActions } from './ItemActions.tsx';

export interface ItemPreviewProps {
  readonly item: ItemAnswer;
  readonly keyword: string;
  /** Another item is loading. */
  readonly isOld: boolean;
}

/** A read-only view of an item: its facts, actions, and conversation. */
export function ItemPreview({ item, keyword, isOld }: ItemPreviewProps) {
  const assistantRoles = useAssistantRoles()(item.datasetName);
  return (
    <article aria-busy={isOld} className={isOld ? 'opacity-60' : undefined}>
      <header className="flex flex-col gap-3 px-4 pt-1 pb-4">
        <div className="flex flex-col gap-1">
          <div className="flex items-center gap-2">
            <StatusMark status={item.status} />
            <span className="truncate text-quiet text-sm" dir="auto">
              {item.datasetName}
            </span>
          </div>
          <h2 className="break-words font-semibold text-lg leading-snug" dir="auto">
            {item.id}
          </h2>
          <ItemFacts item={item} />
        </div>
        <ItemActions isOff={isOld} item={item} />
        {item.tags.length > 0 && (
          <ul aria-label="Tags" className="flex flex-wrap gap-1">
            {item.tags.map((tag) => (
              <li className="max-w-full" key={tag}>
                <TagChip isComputed={item.computedTags.includes(tag)} tag={tag} />
              </li>
            ))}
          </ul>
        )}
      </header>
      <div className="flex flex-col gap-5 px-4 pb-8">
        <AssistantRoles value={assistantRoles}>
          <ConversationView highlight={keyword} item={item} key={`${item.datasetName} ${item.id}`} />
        </AssistantRoles>
        <RefList item={item} />
      </div>
    </article>
  );
}

function ItemFacts({ item }: { readonly item: ItemAnswer }) {
  const { data } = useQuery(itemLabelsQuery({ dataset: item.datasetName, id: item.id }));
  const labels = data?.labels.length ?? 0;
  return (
    <p className="text-quiet text-sm">
      Updated <Time at={item.updatedAt} /> by <bdi>{item.updatedBy}</bdi> · revision {item.revision} ·{' '}
      {renderNumberOf(labels, 'score')}
      {item.assignedTo !== undefined && (
        <>
          {' '}
          · assigned to <bdi>{item.assignedTo}</bdi>
        </>
      )}
    </p>
  );
}

function RefList({ item }: { readonly item: ItemAnswer }) {
  const refs = aggregateRefs(item);
  if (refs.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold text-sm">References</h3>
      <ul className="flex flex-col gap-1.5 text-sm">
        {refs.map(({ url, title, turns }) => (
          <li key={url}>
            {title === undefined || title === '' ? <HostLink url={url} /> : <HostLink url={url}>{title}</HostLink>}
            {turns.length > 0 && (
              <span className="text-quiet">
                {' '}
                {turns.length === 1 ? 'turn' : 'turns'} {turns.map((turn) => turn + 1).join(', ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
