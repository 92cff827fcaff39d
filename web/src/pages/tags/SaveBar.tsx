import type { SettingEdit } from '../../data/setting-edit/use-setting-edit.ts';
import { toEditWords } from '../../parts/edit-words.ts';
import { SaveLine } from '../../parts/SaveLine.tsx';

export interface SaveBarProps {
  readonly edit: Pick<SettingEdit<unknown>, 'isEdited' | 'isSaving' | 'isKept' | 'save'>;
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
