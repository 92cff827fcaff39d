import type { SettingEdit } from '../../data/setting-edit/use-setting-edit.ts';
import { SaveLine } from '../../parts/SaveLine.tsx';

export interface SaveBarProps {
  readonly edit: Pick<SettingEdit<unknown>, 'isEdited' | 'isSaving' | 'save'>;
  readonly canSave: boolean;
  readonly problemCount: number;
  readonly onDiscard: () => void;
}

/** Stays in sight while something is not saved. */
export function SaveBar({ edit, canSave, problemCount, onDiscard }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 -mx-4 flex min-h-14 flex-wrap items-center gap-3 border-line border-t bg-paper px-4 py-2">
      <SaveLine
        canSave={canSave}
        isEdited={edit.isEdited}
        label="Save the groups"
        onDiscard={onDiscard}
        onSave={() => edit.save()}
      >
        {toState(edit, problemCount)}
      </SaveLine>
    </div>
  );
}

function toState({ isEdited, isSaving }: SaveBarProps['edit'], problemCount: number): string {
  if (isSaving) return 'Saving';
  if (!isEdited) return 'Everything is saved';
  if (problemCount > 0)
    return problemCount === 1 ? 'One group is to be mended first' : `${problemCount} groups are to be mended first`;
  return 'Not saved yet; kept on this computer';
}
