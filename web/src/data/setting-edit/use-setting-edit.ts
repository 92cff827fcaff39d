import { useEffect, useSyncExternalStore } from 'react';
import { toShownSetting } from './setting.ts';
import type { SaveOutcome, SettingEditor, StoredSetting } from './setting-editor.ts';

export interface SettingSource<Value> extends StoredSetting<Value> {
  /** Has what is written, also when the page shows something else. */
  readonly editor: SettingEditor<Value>;
}

/** One person's edit of a setting that others may change too. */
export interface SettingEdit<Value> {
  /** As it is now, with everything written. */
  readonly value: Value;
  readonly isEdited: boolean;
  /** Somebody else replaced what the edit began with; their version is `stored`. */
  readonly isStale: boolean;
  readonly isSaving: boolean;
  /** Whether what is written is there again after the page was closed. */
  readonly isKept: boolean;
  /** Why it could not be saved, until it is tried again. */
  readonly error: unknown;
  change(value: Value): void;
  /** Saves over what the edit began with. `isOverTheirs`: over what somebody else wrote since, which was shown. */
  save(isOverTheirs?: boolean): Promise<SaveOutcome>;
  /** Takes what the server has. */
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
    // While it is on its way, what is stored may be it already.
    isStale: shown.isStale && !isSaving,
    isSaving,
    isKept,
    error,
    change: (value) => editor.change(value, source),
    save: (isOverTheirs) => editor.save(source, isOverTheirs),
    discard: () => editor.discard(),
  };
}
