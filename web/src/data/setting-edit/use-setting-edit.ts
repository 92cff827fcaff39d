import { useEffect, useSyncExternalStore } from 'react';
import { toShownSetting } from './setting.ts';
import type { SaveOutcome, SettingEditor, StoredSetting } from './setting-editor.ts';

export interface SettingSource<Value> extends StoredSetting<Value> {
  /** Has the edit even if the page shows another setting. */
  readonly editor: SettingEditor<Value>;
}

/** The edit of a setting that others may change too. */
export interface SettingEdit<Value> {
  /** The current text, with unsaved changes. */
  readonly value: Value;
  readonly isEdited: boolean;
  /** Someone else changed the version that the edit started from. Their version is `stored`. */
  readonly isStale: boolean;
  readonly isSaving: boolean;
  /** Whether the text survives closing the page. */
  readonly isKept: boolean;
  /** Why the last save failed. */
  readonly error: unknown;
  change(value: Value): void;
  /** Overwrites the version that the edit started from. `isOverTheirs`: overwrites a newer version that was shown. */
  save(isOverTheirs?: boolean): Promise<SaveOutcome>;
  /** Returns to the stored version. */
  discard(): void;
}

export function useSettingEdit<Value>(source: SettingSource<Value>): SettingEdit<Value> {
  const { editor, stored, isSame } = source;
  const { written, isSaving, error, isKept } = useSyncExternalStore(editor.subscribe, editor.getState);
  const shown = toShownSetting({ written, stored, isSame });
  useEffect(() => {
    if (!shown.isEdited) editor.forgetArrived(source);
  });
  return {
    ...shown,
    // During a save, the stored version may already be this edit.
    isStale: shown.isStale && !isSaving,
    isSaving,
    isKept,
    error,
    change: (value) => editor.change(value, source),
    save: (isOverTheirs) => editor.save(source, isOverTheirs),
    discard: () => editor.discard(),
  };
}
