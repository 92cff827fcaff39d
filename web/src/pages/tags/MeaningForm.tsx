import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { replaceField, StaleEdit } from '../../data/setting-edit/replace-field.ts';
import type { Setting } from '../../data/setting-edit/setting.ts';
import { SettingKind } from '../../data/setting-edit/setting-kind.ts';
import { type SettingSource, useSettingEdit } from '../../data/setting-edit/use-setting-edit.ts';
import { changeTagGlossary, tagGlossaryQuery } from '../../data/tags.ts';
import { Button } from '../../parts/button/Button.tsx';
import { DiffText } from '../../parts/diff/DiffText.tsx';
import { showToast } from '../../parts/feedback/toasts.ts';
import { toEditWords } from '../../parts/fields/SaveLine.tsx';
import { TextArea } from '../../parts/fields/TextField.tsx';
import { findMeaning } from '../../parts/item/TagChip.tsx';
import { toSentence } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { type Term, withMeaning } from './terms.ts';

/** One per term. */
export const meaningEdits = new SettingKind('meaning', z.string());

export interface MeaningFormProps {
  readonly term: Term;
  readonly onEdit: (isEditing: boolean) => void;
}

/** Edits the meaning of a term. Unsaved text is kept on this computer until it is saved or discarded. */
export function MeaningForm({ term: { term, meaning }, onEdit }: MeaningFormProps) {
  const { data: editor } = useQuery(meaningEdits.editorQuery(term));
  const server = useSaveMeaning(term);
  if (editor === undefined) return <LoadingView lines={2} />;
  const isSame = (one: string, other: string) => one.trim() === other.trim();
  return (
    <MeaningField
      onEdit={onEdit}
      source={{ editor, stored: toMeaningSetting(meaning), ...server, isSame }}
      term={term}
    />
  );
}

interface MeaningFieldProps extends Pick<MeaningFormProps, 'onEdit'> {
  readonly term: string;
  readonly source: SettingSource<string>;
}

function MeaningField({ term, source, onEdit }: MeaningFieldProps) {
  const edit = useSettingEdit(source);
  const theirs = edit.isStale ? source.stored.value : undefined;
  const save = async () => {
    const [before, after] = [source.stored.value, edit.value.trim()];
    if (edit.isEdited && (await edit.save(theirs !== undefined)) !== 'saved') return;
    onEdit(false);
    if (before === after) return;
    const undo = () => source.send({ value: before, version: after }).catch(sayNotUndone);
    showToast({ title: `Saved the definition of “${term}”.`, action: { label: 'Undo', run: () => void undo() } });
  };
  const close = () => {
    onEdit(false);
    if (!edit.isEdited || edit.isSaving) return;
    const { value } = edit;
    edit.discard();
    const undo = () => {
      edit.change(value);
      onEdit(true);
    };
    showToast({ title: `Discarded changes to “${term}”.`, action: { label: 'Undo', run: undo } });
  };
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        autoFocus
        isLabelHidden
        label={`Definition of ${term}`}
        maxLength={4000}
        onChange={(event) => edit.change(event.target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
        }}
        rows={2}
        value={edit.value}
      />
      {theirs !== undefined && (
        <div className="border-warn border-s-3 ps-3 text-sm" role="alert">
          <p className="font-medium text-warn">
            Someone else edited this in the meantime. Your version compared with theirs:
          </p>
          <DiffText after={edit.value} before={theirs} />
        </div>
      )}
      {edit.error !== undefined && (
        <p className="text-fail text-sm" role="alert">
          Couldn't save the definition. {toSentence(edit.error)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={edit.isSaving} keys="Mod+Enter" kind="main" onClick={() => void save()}>
          {theirs === undefined ? 'Save' : 'Save mine'}
        </Button>
        <Button kind="quiet" onClick={close}>
          {theirs === undefined ? 'Cancel' : 'Keep theirs'}
        </Button>
        <p aria-live="polite" className="text-quiet text-sm">
          {toEditWords(edit)}
        </p>
      </div>
    </div>
  );
}

function sayNotUndone(error: unknown): void {
  const reason = error instanceof StaleEdit ? error.message : toSentence(error);
  showToast({ title: `Couldn't undo. ${reason}`, kind: 'fault' });
}

/** The glossary is replaced as a whole, so the text itself serves as the version of a meaning. */
function toMeaningSetting(meaning: string): Setting<string> {
  return { value: meaning, version: meaning };
}

interface MeaningServer {
  /** Changes one meaning and keeps the others. */
  readonly send: (edit: Setting<string>) => Promise<Setting<string>>;
  readonly refresh: () => void;
}

function useSaveMeaning(term: string): MeaningServer {
  const client = useQueryClient();
  const read = () => client.fetchQuery({ ...tagGlossaryQuery(), staleTime: 0, retry: false });
  return {
    send: async ({ value, version }) => {
      const meaning = value.trim();
      const answer = await replaceField({
        read,
        isBase: (current) => [version, meaning].includes(findMeaning(current.entries, term) ?? ''),
        write: (current) => changeTagGlossary(withMeaning(current, term, meaning), current._etag),
      });
      client.setQueryData(tagGlossaryQuery().queryKey, answer);
      return toMeaningSetting(meaning);
    },
    refresh: () => void read().catch(() => undefined),
  };
}
