import { type RefObject, useEffect, useRef, useState } from 'react';
import { typingAhead } from '../../app/keys/typing-ahead.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { newId } from '../../data/new-id.ts';
import { type SettingEdit, type SettingSource, useSettingEdit } from '../../data/setting-edit/use-setting-edit.ts';
import { Button } from '../../parts/button/Button.tsx';
import { StaleNote } from '../../parts/diff/StaleNote.tsx';
import { showToast } from '../../parts/feedback/toasts.ts';
import { SaveLine, toEditWords } from '../../parts/fields/SaveLine.tsx';
import { EmptyView } from '../../parts/page/EmptyView.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { Effects, GroupRow } from './GroupRow.tsx';
import { findGroup, type GroupDraft, listProblems, makeDraft, moveGroup, renderSchema } from './schema-draft.ts';
import { listEffects, listRemovalEffects, listUses, type TagUse } from './schema-effects.ts';

export interface GroupsEditorProps {
  readonly source: SettingSource<readonly GroupDraft[]>;
  readonly tags: { readonly tags: readonly TagUse[]; readonly computed: readonly string[] };
  readonly theirName: string | undefined;
}

/** Edits the tag groups and their order, and shows the effects of the changes. */
export function GroupsEditor({ source, tags: { tags, computed }, theirName }: GroupsEditorProps) {
  const edit = useSettingEdit(source);
  const focus = useGroupFocus();
  const [open, setOpen] = useState<string>();
  const drafts = edit.value;
  const stored = source.stored.value;
  const problems = listProblems(drafts, { computed });
  const add = () => {
    typingAhead.expect();
    const draft = makeDraft(`new ${newId()}`);
    edit.change([...drafts, draft]);
    setOpen(draft.key);
    focus.later(draft.key, 'name');
  };
  const move = (key: string, by: -1 | 1) => {
    edit.change(moveGroup(drafts, key, by));
    focus.later(key, by < 0 ? 'up' : 'down');
  };
  const remove = (draft: GroupDraft, place: number) => {
    const next = drafts.toSpliced(place, 1);
    replaceWithUndo(`Removed group “${draft.name}”.`, next);
    const neighbor = next[Math.min(place, next.length - 1)];
    if (neighbor !== undefined) focus.later(neighbor.key, 'open');
  };
  const replaceWithUndo = (title: string, next: readonly GroupDraft[] | undefined) => {
    if (next === undefined) edit.discard();
    else edit.change(next);
    showToast({ title, action: { label: 'Undo', run: () => edit.change(drafts) } });
  };
  const canSave = edit.isEdited && !edit.isStale && !edit.isSaving && problems.size === 0;
  useAction('tags.new', add);
  useAction('tags.save', canSave ? () => void edit.save() : undefined);
  const discard = () => replaceWithUndo('Changes discarded.', undefined);
  return (
    <div className="flex flex-col gap-5">
      {edit.isStale && (
        <StaleNote
          mine={renderSchema(drafts)}
          onMine={() => void edit.save(true)}
          onTheirs={discard}
          theirs={renderSchema(stored)}
          who={theirName}
        />
      )}
      {edit.error !== undefined && <FaultView error={edit.error} title="Couldn't save the groups." />}
      {drafts.length === 0 && <EmptyView icon="tag" title="No groups yet" />}
      <ul className="border-line border-t empty:border-0" ref={focus.list}>
        {drafts.map((draft, place) => (
          <GroupRow
            acts={{
              toggle: () => setOpen(open === draft.key ? undefined : draft.key),
              change: (next) => edit.change(drafts.with(place, next)),
              remove: () => remove(draft, place),
              up: place === 0 ? undefined : () => move(draft.key, -1),
              down: place === drafts.length - 1 ? undefined : () => move(draft.key, 1),
            }}
            draft={draft}
            effects={edit.isEdited ? listEffects(draft, findGroup(stored, draft), tags) : []}
            isOpen={open === draft.key}
            key={draft.key}
            problems={problems.get(draft.key) ?? {}}
            uses={listUses(draft.name, tags)}
          />
        ))}
      </ul>
      <div>
        <Button icon="add" keys="n" onClick={add}>
          Add group{' '}
        </Button>
      </div>
      {edit.isEdited && <Effects effects={listRemovalEffects(drafts, stored, tags)} />}
      <SaveBar canSave={canSave} edit={edit} onDiscard={discard} problemCount={problems.size} />
    </div>
  );
}

type Act = 'open' | 'up' | 'down' | 'name';

interface GroupFocus {
  readonly list: RefObject<HTMLUListElement | null>;
  /** Moves the focus to a control of a group after it renders. Moving and removing a group lose the focus. */
  readonly later: (key: string, act: Act) => void;
}

function useGroupFocus(): GroupFocus {
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<{ readonly key: string; readonly act: Act }>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const { key, act } = wanted.current;
    const row = list.current?.querySelector(`[data-group="${CSS.escape(key)}"]`);
    if (row === null || row === undefined) return;
    wanted.current = undefined;
    const control = row.querySelector<HTMLElement>(act === 'name' ? 'input' : `[data-act="${act}"]:enabled`);
    (control ?? row.querySelector<HTMLElement>('[data-act="open"]'))?.focus();
  });
  return {
    list,
    later: (key, act) => {
      wanted.current = { key, act };
    },
  };
}

interface SaveBarProps {
  readonly edit: Pick<SettingEdit<unknown>, 'isEdited' | 'isSaving' | 'isKept' | 'save'>;
  readonly canSave: boolean;
  readonly problemCount: number;
  readonly onDiscard: () => void;
}

/** Stays visible while there are unsaved changes. */
function SaveBar({ edit, canSave, problemCount, onDiscard }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 -mx-4 flex min-h-14 flex-wrap items-center gap-3 border-line border-t bg-paper px-4 py-2">
      <SaveLine
        canSave={canSave}
        isEdited={edit.isEdited}
        label="Save groups"
        onDiscard={onDiscard}
        onSave={() => void edit.save()}
      >
        {toState(edit, problemCount)}
      </SaveLine>
    </div>
  );
}

function toState(edit: SaveBarProps['edit'], problemCount: number): string {
  const isWhole = !edit.isEdited || problemCount === 0;
  if (edit.isSaving || !edit.isKept || isWhole) return toEditWords(edit) || 'All changes are saved';
  return problemCount === 1 ? '1 group has errors. Fix it first' : `${problemCount} groups have errors. Fix them first`;
}
