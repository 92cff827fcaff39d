import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { changeInstructions, instructionsQuery } from '../../data/datasets.ts';
import { SettingKind } from '../../data/setting-edit/setting-kind.ts';
import { FaultView } from '../../parts/FaultView.tsx';
import { LoadingView } from '../../parts/LoadingView.tsx';
import { InstructionsEditor } from './InstructionsEditor.tsx';

const edits = new SettingKind('instructions', z.string());

/** What the reviewers of a dataset are told. What is written is kept on this computer until it is saved. */
export function InstructionsTab({ name }: { readonly name: string }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(instructionsQuery(name));
  const { data: editor } = useQuery(edits.editorQuery(name));
  if (data === undefined && error !== null)
    return <FaultView error={error} onRetry={refetch} title="Couldn't load the instructions." />;
  if (data === undefined || editor === undefined) return <LoadingView lines={8} />;
  return (
    <InstructionsEditor
      source={{
        editor,
        stored: { value: data.instructions, version: data._etag },
        send: async ({ value, version }) => {
          const answer = await changeInstructions(name, version, value);
          client.setQueryData(instructionsQuery(name).queryKey, answer);
          return { value: answer.instructions, version: answer._etag };
        },
        refresh: () => void refetch(),
        isSame: (one, other) => one === other,
      }}
      theirName={data.updatedBy}
      theirTime={data.updatedAt}
    />
  );
}
