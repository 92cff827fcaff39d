import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { isSameJson } from '../../../../src/curate/same-json.ts';
import { SettingKind } from '../../data/setting-edit/setting-kind.ts';
import { changeTagSchema, tagSchemaQuery, tagsQuery } from '../../data/tags.ts';
import { FaultView } from '../../parts/FaultView.tsx';
import { LoadingView } from '../../parts/LoadingView.tsx';
import { GroupsEditor } from './GroupsEditor.tsx';
import { GroupDraft, toDrafts, toSchema } from './schema-draft.ts';

const edits = new SettingKind('tag-schema', z.array(GroupDraft.readonly()).readonly());

/** The rules of tags. What is changed is kept on this computer until it is saved. */
export function GroupsTab() {
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
