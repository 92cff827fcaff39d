import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';

export interface SaveLineProps {
  readonly label: string;
  readonly canSave: boolean;
  readonly isEdited: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  /** Where the text is stored now. */
  readonly children: ReactNode;
}

/** The save and discard buttons of a setting. */
export function SaveLine({ label, canSave, isEdited, onSave, onDiscard, children }: SaveLineProps) {
  return (
    <>
      <Button disabled={!canSave} keys="Mod+s" kind="main" onClick={onSave}>
        {label}
      </Button>
      {isEdited && (
        <Button kind="quiet" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <p aria-live="polite" className="text-quiet text-sm">
        {children}
      </p>
    </>
  );
}

interface EditWhereabouts {
  readonly isEdited: boolean;
  readonly isSaving: boolean;
  readonly isKept: boolean;
}

/** Where unsaved text is stored. Blank: the server has it. */
export function toEditWords({ isEdited, isSaving, isKept }: EditWhereabouts): string {
  if (isSaving) return 'Saving';
  if (!isEdited) return '';
  return isKept ? 'Unsaved. Kept on this computer' : 'Unsaved. Save it before you close this page';
}
