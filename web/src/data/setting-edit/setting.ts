/** Something that is replaced as a whole. */
export interface Setting<Value> {
  readonly value: Value;
  /** Tells it from what others wrote: its ETag, or the text itself where it is one field of something larger. */
  readonly version: string;
}

/** What somebody wrote, on the version that it replaces. */
export interface Edit<Value> extends Setting<Value> {
  /** On its way to the server, or sent without an answer: the server may have it. */
  readonly sent?: Value;
}

/**
 * An edit in the page. It stays there after it is saved, as long as the server says the same, so that nothing under a
 * cursor is made anew.
 */
export interface Written<Value> extends Edit<Value> {
  readonly isSaved: boolean;
}

export interface SettingState<Value> {
  readonly written: Written<Value> | undefined;
  /** As the server has it. */
  readonly stored: Setting<Value>;
  readonly isSame: (one: Value, other: Value) => boolean;
}

export interface ShownSetting<Value> {
  readonly value: Value;
  /** Something is written that the server does not have. */
  readonly isEdited: boolean;
  /** Somebody else replaced what the edit began with. */
  readonly isStale: boolean;
  /** The version that the next change stands on. */
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
