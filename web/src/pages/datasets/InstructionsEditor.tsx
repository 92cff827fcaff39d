import { useDeferredValue } from 'react';
import { useAction } from '../../app/keys/use-action.ts';
import { type SettingEdit, type SettingSource, useSettingEdit } from '../../data/setting-edit/use-setting-edit.ts';
import { StaleNote } from '../../parts/diff/StaleNote.tsx';
import { showToast } from '../../parts/feedback/toasts.ts';
import { SaveLine, toEditWords } from '../../parts/fields/SaveLine.tsx';
import { TextArea } from '../../parts/fields/TextField.tsx';
import { Markdown } from '../../parts/markdown/Markdown.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { Time } from '../../parts/Time.tsx';

export interface InstructionsEditorProps {
  readonly source: SettingSource<string>;
  readonly theirName: string | undefined;
  readonly theirTime: string | undefined;
}

/** Markdown on the left, its preview on the right. */
export function InstructionsEditor({ source, theirName, theirTime }: InstructionsEditorProps) {
  const edit = useSettingEdit(source);
  const shown = useDeferredValue(edit.value);
  const discard = () => {
    const { value } = edit;
    edit.discard();
    showToast({ title: 'Changes discarded.', action: { label: 'Undo', run: () => edit.change(value) } });
  };
  useAction('datasets.save', edit.isEdited && !edit.isStale ? () => void edit.save() : undefined);
  return (
    <div className="flex flex-col gap-4">
      {edit.isStale && (
        <StaleNote
          mine={edit.value}
          onMine={() => void edit.save(true)}
          onTheirs={discard}
          theirs={source.stored.value}
          who={theirName}
        />
      )}
      {edit.error !== undefined && <FaultView error={edit.error} title="Couldn't save the instructions." />}
      <div className="grid gap-6 lg:grid-cols-2">
        <TextArea
          label="Instructions (Markdown)"
          maxLength={200_000}
          onChange={(event) => edit.change(event.target.value)}
          placeholder="What makes a good answer, what to cite, what to skip"
          style={{ minHeight: '22rem' }}
          value={edit.value}
        />
        <section aria-label="Preview" className="flex min-w-0 flex-col gap-1">
          <h2 className="font-medium text-quiet text-xs">Preview</h2>
          <div className="min-h-40 rounded-md bg-card px-4 py-3">
            {shown.trim() === '' ? (
              <p className="text-quiet">Reviewers see this next to every conversation in the dataset.</p>
            ) : (
              <Markdown text={shown} />
            )}
          </div>
        </section>
      </div>
      <EditFoot edit={edit} name={theirName} onDiscard={discard} time={theirTime} />
    </div>
  );
}

interface EditFootProps {
  readonly edit: SettingEdit<string>;
  readonly name: string | undefined;
  readonly time: string | undefined;
  readonly onDiscard: () => void;
}

function EditFoot({ edit, name, time, onDiscard }: EditFootProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-3">
      <SaveLine
        canSave={edit.isEdited && !edit.isSaving && !edit.isStale}
        isEdited={edit.isEdited}
        label="Save"
        onDiscard={onDiscard}
        onSave={() => void edit.save()}
      >
        {toEditWords(edit)}
        {!edit.isEdited && name !== undefined && time !== undefined && (
          <>
            Saved by <span dir="auto">{name}</span>, <Time at={time} />
          </>
        )}
      </SaveLine>
    </div>
  );
}
