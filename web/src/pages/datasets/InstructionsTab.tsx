import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { changeInstructions, instructionsQuery } from '../../data/datasets.ts';
import { keepUnsavedEdit, unsavedEditQuery } from '../../data/setting-edit/unsaved-edits.ts';
import { FaultView } from '../../parts/FaultView.tsx';
import { LoadingView } from '../../parts/LoadingView.tsx';
import { InstructionsEditor } from './InstructionsEditor.tsx';

/** What the reviewers of a dataset are told. What is written is kept on this computer until it is saved. */
export function InstructionsTab({ name }: { readonly name: string }) {
  const client = useQueryClient();
  const place = `instructions ${name}`;
  const { data, error, refetch } = useQuery(instructionsQuery(name));
  const unsaved = useQuery(unsavedEditQuery(place, z.string()));
  if (error !== null)
    return <FaultView error={error} onRetry={refetch} title="The instructions could not be loaded." />;
  if (data === undefined || unsaved.data === undefined) return <LoadingView lines={8} />;
  return (
    <InstructionsEditor
      source={{
        stored: { value: data.instructions, etag: data._etag },
        unsaved: unsaved.data,
        keep: (edit) => void keepUnsavedEdit(client, place, edit),
        send: async ({ value, etag }) => {
          const answer = await changeInstructions(name, etag, value);
          client.setQueryData(instructionsQuery(name).queryKey, answer);
          return { value: answer.instructions, etag: answer._etag };
        },
        refresh: () => void refetch(),
        isSame: (one, other) => one === other,
      }}
      theirName={data.updatedBy}
      theirTime={data.updatedAt}
    />
  );
}
