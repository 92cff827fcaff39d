/** A value that is replaced as a whole. */
export interface Setting<Value> {
  readonly value: Value;
  /** Its ETag, or the text itself if it is a field of a larger record. */
  readonly version: string;
}

/** An edit and the version that it replaces. */
export interface Edit<Value> extends Setting<Value> {
  /** Sent without an answer so far. The server may have it. */
  readonly sent?: Value;
}

/**
 * An edit in the page. It stays there after a save while the server has the same text, so that the field with the cursor
 * does not render again.
 */
export interface Written<Value> extends Edit<Value> {
  readonly isSaved: boolean;
}

export interface SettingState<Value> {
  readonly written: Written<Value> | undefined;
  /** The version on the server. */
  readonly stored: Setting<Value>;
  readonly isSame: (one: Value, other: Value) => boolean;
}

export interface ShownSetting<Value> {
  readonly value: Value;
  /** There is text that the server does not have. */
  readonly isEdited: boolean;
  /** Someone else changed the version that the edit started from. */
  readonly isStale: boolean;
  /** The version that the next change is based on. */
  readonly base: string;
}

export function toShownSetting<Value>({ written, stored, isSame }: SettingState<Value>): ShownSetting<Value> {
  const asStored = { value: stored.value, isEdited: false, isStale: false, base: stored.version };
  if (written === undefined) return asStored;
  if (isSame(written.value, stored.value)) return { ...asStored, value: written.value };
  if (written.isSaved) return asStored;
  const hasArrived = written.sent !== undefined && isSame(written.sent, stored.value);
  const base = hasArrived ? stored.version : written.version;
  return { value: written.value, isEdited: true, isStale: base !== stored.version, base };
}
