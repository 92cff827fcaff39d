import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { z } from 'zod';
import { isSameJson } from '../../../../src/curate/same-json.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { SettingKind } from '../../data/setting-edit/setting-kind.ts';
import { changeTagSchema, tagSchemaQuery, tagsQuery } from '../../data/tags.ts';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { PageBody } from '../../parts/page/PageBody.tsx';
import { PageHead } from '../../parts/page/PageHead.tsx';
import { Tabs } from '../../parts/page/Tabs.tsx';
import { GroupsEditor } from './GroupsEditor.tsx';
import { ListedTab } from './ListedTab.tsx';
import { MeaningsTab } from './MeaningsTab.tsx';
import { GroupDraft, toDrafts, toSchema } from './schema-draft.ts';
import type { TagTab } from './tags-search.ts';

const route = getRouteApi('/tags');

const tabs = [
  { name: 'groups', label: 'Groups' },
  { name: 'meanings', label: 'Glossary' },
  { name: 'listed', label: 'Suggested tags' },
] as const;

/** Tags, their rules, and their meanings. */
export function TagsPage() {
  usePageTitle('Tags');
  const { tab = 'groups', q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: TagTab) => navigate({ search: next === 'groups' ? {} : { tab: next }, replace: true });
  const filter = (text: string) => navigate({ search: { tab, ...(text === '' ? {} : { q: text }) }, replace: true });
  useAction('tags.groups', () => show('groups'));
  useAction('tags.meanings', () => show('meanings'));
  useAction('tags.listed', () => show('listed'));
  return (
    <PageBody>
      <PageHead lead="Groups and values such as topic:refunds, their rules and definitions." title="Tags" />
      <Tabs current={tab} label="Tag settings" onChange={show} tabs={tabs}>
        <div className="pt-6">
          {tab === 'groups' && <GroupsTab />}
          {tab === 'meanings' && <MeaningsTab filter={q} onFilter={filter} />}
          {tab === 'listed' && <ListedTab filter={q} onFilter={filter} />}
        </div>
      </Tabs>
    </PageBody>
  );
}

const edits = new SettingKind('tag-schema', z.array(GroupDraft.readonly()).readonly());

/** The rules of tags. Unsaved changes are kept on this computer. */
function GroupsTab() {
  const client = useQueryClient();
  const schema = useQuery(tagSchemaQuery());
  const tags = useQuery(tagsQuery());
  const { data: editor } = useQuery(edits.editorQuery('groups'));
  if (schema.data === undefined || tags.data === undefined) {
    const error = schema.error ?? tags.error;
    const retry = () => Promise.all([schema.refetch(), tags.refetch()]);
    if (error === null) return <LoadingView lines={8} />;
    return <FaultView error={error} onRetry={retry} title="Couldn't load groups." />;
  }
  if (editor === undefined) return <LoadingView lines={8} />;
  return (
    <GroupsEditor
      source={{
        editor,
        stored: { value: toDrafts(schema.data), version: schema.data._etag },
        send: async ({ value, version }) => {
          const answer = await changeTagSchema(toSchema(value), version);
          client.setQueryData(tagSchemaQuery().queryKey, answer);
          return { value: toDrafts(answer), version: answer._etag };
        },
        refresh: () => void schema.refetch(),
        isSame: (one, other) => isSameJson(toSchema(one), toSchema(other)),
      }}
      tags={tags.data}
      theirName={schema.data.updatedBy}
    />
  );
}
