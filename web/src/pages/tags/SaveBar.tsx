import type { SettingEdit } from '../../data/setting-edit/use-setting-edit.ts';
import { Button } from '../../parts/Button.tsx';

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
      <Button disabled={!canSave} keys="Mod+s" kind="main" onClick={() => edit.save()}>
        Save the groups
      </Button>
      {edit.isEdited && (
        <Button kind="quiet" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <p aria-live="polite" className="text-quiet text-sm">
        {toState(edit, problemCount)}
      </p>
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
