import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { DatasetAnswer } from '../../../../src/contract/dataset.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { changeDataset, datasetQuery } from '../../data/datasets.ts';
import { replaceField, StaleEdit } from '../../data/setting-edit/replace-field.ts';
import type { Setting } from '../../data/setting-edit/setting.ts';
import { SettingKind } from '../../data/setting-edit/setting-kind.ts';
import { type SettingSource, useSettingEdit } from '../../data/setting-edit/use-setting-edit.ts';
import { StaleNote } from '../../parts/diff/StaleNote.tsx';
import { showToast } from '../../parts/feedback/toasts.ts';
import { SaveLine, toEditWords } from '../../parts/fields/SaveLine.tsx';
import { TextArea } from '../../parts/fields/TextField.tsx';
import { FaultView, toSentence } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { showDataset } from './use-change-dataset.ts';

const edits = new SettingKind('description', z.string());

/** The description of a dataset. Unsaved text is kept on this computer. */
export function Description({ dataset: { name, description } }: { readonly dataset: DatasetAnswer }) {
  const client = useQueryClient();
  const { data: editor } = useQuery(edits.editorQuery(name));
  const read = () => client.fetchQuery({ ...datasetQuery(name), staleTime: 0, retry: false });
  const send = async ({ value, version }: Setting<string>) => {
    const answer = await replaceField({
      read,
      isBase: (current) => current.description === version || current.description === value,
      write: (current) => changeDataset({ name, etag: current._etag, change: { description: value } }),
    });
    showDataset(client, answer);
    return toSetting(answer.description);
  };
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">Description</h2>
      {editor === undefined ? (
        <LoadingView lines={3} />
      ) : (
        <DescriptionField
          source={{
            editor,
            stored: toSetting(description),
            send,
            refresh: () => void read().catch(() => undefined),
            isSame: (one, other) => one === other,
          }}
        />
      )}
    </section>
  );
}

/** The dataset's ETag also covers its weight, so the text itself serves as the version. */
function toSetting(description: string): Setting<string> {
  return { value: description, version: description };
}

function DescriptionField({ source }: { readonly source: SettingSource<string> }) {
  const edit = useSettingEdit(source);
  const discard = () => {
    const { value } = edit;
    edit.discard();
    showToast({ title: 'Changes discarded.', action: { label: 'Undo', run: () => edit.change(value) } });
  };
  const save = async (isOverTheirs = false) => {
    const [before, after] = [source.stored.value, edit.value];
    if ((await edit.save(isOverTheirs)) !== 'saved') return;
    const undo = () => source.send({ value: before, version: after }).catch(sayNotUndone);
    const action = { label: 'Undo', run: () => void undo() };
    showToast({ title: 'Description saved.', action, name: 'description' });
  };
  const canSave = edit.isEdited && !edit.isStale && !edit.isSaving;
  useAction('datasets.save', canSave ? () => void save() : undefined);
  return (
    <>
      {edit.isStale && (
        <div className="pb-2">
          <StaleNote
            mine={edit.value}
            onMine={() => void save(true)}
            onTheirs={discard}
            theirs={source.stored.value}
            who={undefined}
          />
        </div>
      )}
      {edit.error !== undefined && (
        <div className="-mx-4">
          <FaultView error={edit.error} title="Couldn't save the description." />
        </div>
      )}
      <TextArea
        isLabelHidden
        label="Description"
        maxLength={10_000}
        onChange={(event) => edit.change(event.target.value)}
        placeholder="Where the conversations come from and what you use them for"
        rows={3}
        value={edit.value}
      />
      <div className="flex min-h-8 flex-wrap items-center gap-3">
        {(edit.isEdited || edit.isSaving) && (
          <SaveLine
            canSave={canSave}
            isEdited={edit.isEdited}
            label="Save"
            onDiscard={discard}
            onSave={() => void save()}
          >
            {toEditWords(edit)}
          </SaveLine>
        )}
      </div>
    </>
  );
}

function sayNotUndone(error: unknown): void {
  const reason = error instanceof StaleEdit ? error.message : toSentence(error);
  showToast({ title: `Couldn't undo. ${reason}`, kind: 'fault' });
}
