/** Something that is replaced as a whole, with the ETag of what it replaces. */
export interface Setting<Value> {
  readonly value: Value;
  readonly etag: string;
}

/**
 * What somebody wrote. It stays in the page after it is saved, as long as the server says the same, so that nothing
 * under a cursor is made anew.
 */
export interface Written<Value> extends Setting<Value> {
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
  /** The ETag that the next change stands on. */
  readonly base: string;
}

export function toShownSetting<Value>({ written, stored, isSame }: SettingState<Value>): ShownSetting<Value> {
  const asStored = { value: stored.value, isEdited: false, isStale: false, base: stored.etag };
  if (written === undefined) return asStored;
  if (isSame(written.value, stored.value)) return { ...asStored, value: written.value };
  if (written.isSaved) return asStored;
  return { value: written.value, isEdited: true, isStale: written.etag !== stored.etag, base: written.etag };
}
