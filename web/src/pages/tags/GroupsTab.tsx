import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { isSameJson } from '../../../../src/curate/same-json.ts';
import { keepUnsavedEdit, unsavedEditQuery } from '../../data/setting-edit/unsaved-edits.ts';
import { changeTagSchema, tagSchemaQuery, tagsQuery } from '../../data/tags.ts';
import { FaultView } from '../../parts/FaultView.tsx';
import { LoadingView } from '../../parts/LoadingView.tsx';
import { GroupsEditor } from './GroupsEditor.tsx';
import { GroupDraft, toDrafts, toSchema } from './schema-draft.ts';

const place = 'tag schema';

/** The rules of tags. What is changed is kept on this computer until it is saved. */
export function GroupsTab() {
  const client = useQueryClient();
  const schema = useQuery(tagSchemaQuery());
  const tags = useQuery(tagsQuery());
  const unsaved = useQuery(unsavedEditQuery(place, z.array(GroupDraft)));
  const error = schema.error ?? tags.error;
  if (error !== null) {
    const retry = () => Promise.all([schema.refetch(), tags.refetch()]);
    return <FaultView error={error} onRetry={retry} title="The groups could not be loaded." />;
  }
  if (schema.data === undefined || tags.data === undefined || unsaved.data === undefined)
    return <LoadingView lines={8} />;
  return (
    <GroupsEditor
      source={{
        stored: { value: toDrafts(schema.data), etag: schema.data._etag },
        unsaved: unsaved.data,
        keep: (edit) => void keepUnsavedEdit(client, place, edit),
        send: async ({ value, etag }) => {
          const answer = await changeTagSchema(toSchema(value), etag);
          client.setQueryData(tagSchemaQuery().queryKey, answer);
          return { value: toDrafts(answer), etag: answer._etag };
        },
        refresh: () => void schema.refetch(),
        isSame: (one, other) => isSameJson(toSchema(one), toSchema(other)),
      }}
      tags={tags.data}
      theirName={schema.data.updatedBy}
    />
  );
}
