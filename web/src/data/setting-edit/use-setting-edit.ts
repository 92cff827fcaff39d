import { useState } from 'react';
import { ApiFault } from '../api-fault.ts';
import { type Setting, toShownSetting, type Written } from './setting.ts';

export interface SettingSource<Value> {
  /** As the server has it. */
  readonly stored: Setting<Value>;
  /** What was written before and not saved. */
  readonly unsaved: Setting<Value> | null;
  /** Keeps what is written until it is saved; `undefined`: there is nothing to keep. */
  readonly keep: (edit: Setting<Value> | undefined) => void;
  /** Answers with what the server has then. */
  readonly send: (edit: Setting<Value>) => Promise<Setting<Value>>;
  /** Reads `stored` again. */
  readonly refresh: () => void;
  readonly isSame: (one: Value, other: Value) => boolean;
}

/** One person's edit of a setting that others may change too. */
export interface SettingEdit<Value> {
  /** As it is now, with everything written. */
  readonly value: Value;
  readonly isEdited: boolean;
  /** Somebody else replaced what the edit began with; their version is `stored`. */
  readonly isStale: boolean;
  readonly isSaving: boolean;
  /** Why it could not be saved, until it is tried again. */
  readonly error: unknown;
  change(value: Value): void;
  /** Saves over what the edit began with. `overTheirs`: over what somebody else wrote since, which was shown. */
  save(overTheirs?: boolean): void;
  /** Takes what the server has. */
  discard(): void;
}

export function useSettingEdit<Value>(source: SettingSource<Value>): SettingEdit<Value> {
  const { stored, unsaved, keep, send, refresh, isSame } = source;
  const [written, setWritten] = useState<Written<Value> | undefined>(() =>
    unsaved === null ? undefined : { ...unsaved, isSaved: false },
  );
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const shown = toShownSetting({ written, stored, isSame });
  const save = async (overTheirs = false) => {
    if (written === undefined || isSaving) return;
    setSaving(true);
    setError(undefined);
    try {
      const { etag } = await send({ value: written.value, etag: overTheirs ? stored.etag : written.etag });
      // What was written while it was on its way stands on what was saved, and is not saved yet.
      setWritten((latest) => latest && { ...latest, etag, isSaved: latest === written });
      keep(undefined);
    } catch (fault) {
      if (fault instanceof ApiFault && fault.status === 412) refresh();
      else setError(fault);
    } finally {
      setSaving(false);
    }
  };
  return {
    ...shown,
    // While it is on its way, what is stored may be it already.
    isStale: shown.isStale && !isSaving,
    isSaving,
    error,
    change: (value) => {
      const next = { value, etag: shown.base };
      setWritten({ ...next, isSaved: false });
      keep(isSame(value, stored.value) ? undefined : next);
    },
    save: (overTheirs) => void save(overTheirs),
    discard: () => {
      setWritten(undefined);
      setError(undefined);
      keep(undefined);
    },
  };
}
