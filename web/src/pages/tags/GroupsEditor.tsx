import { useState } from 'react';
import { typingAhead } from '../../app/keys/typing-ahead.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { type SettingSource, useSettingEdit } from '../../data/setting-edit/use-setting-edit.ts';
import { Button } from '../../parts/Button.tsx';
import { StaleNote } from '../../parts/diff/StaleNote.tsx';
import { EmptyView } from '../../parts/EmptyView.tsx';
import { FaultView } from '../../parts/FaultView.tsx';
import { say } from '../../parts/toasts.ts';
import { Effects, GroupRow } from './GroupRow.tsx';
import { SaveBar } from './SaveBar.tsx';
import { findGroup, type GroupDraft, listProblems, makeDraft, moveGroup, renderSchema } from './schema-draft.ts';
import { listEffects, listRemovalEffects, listUses, type TagUse } from './schema-effects.ts';
import { useGroupFocus } from './use-group-focus.ts';

export interface GroupsEditorProps {
  readonly source: SettingSource<readonly GroupDraft[]>;
  readonly tags: { readonly tags: readonly TagUse[]; readonly computed: readonly string[] };
  readonly theirName: string | undefined;
}

/** The groups in their order, each to be opened and edited, and what the changes would do. */
export function GroupsEditor({ source, tags: { tags, computed }, theirName }: GroupsEditorProps) {
  const edit = useSettingEdit(source);
  const focus = useGroupFocus();
  const [open, setOpen] = useState<string>();
  const drafts = edit.value;
  const stored = source.stored.value;
  const problems = listProblems(drafts, { computed });
  const add = () => {
    typingAhead.expect();
    const draft = makeDraft(`new ${crypto.getRandomValues(new Uint32Array(1))[0]}`);
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
    say({ title, action: { label: 'Undo', run: () => edit.change(drafts) } });
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
