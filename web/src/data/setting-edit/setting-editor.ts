import { ApiFault } from '../api-fault.ts';
import { StaleEdit } from './replace-field.ts';
import { type Edit, type Setting, toShownSetting, type Written } from './setting.ts';

/** Keeps the edit of one setting in one tab until the server has it. */
export interface EditKeeper<Value> {
  /** Whether it survives closing the page. Known after the first call. */
  readonly isLasting: boolean;
  put(edit: Edit<Value>): Promise<void>;
  remove(): Promise<void>;
  /** The latest edit of a closed tab. */
  findOrphan(): Promise<Orphan<Value> | undefined>;
}

export interface Orphan<Value> {
  readonly edit: Edit<Value>;
  /** Removes it, because this tab keeps it now. */
  forget(): Promise<void>;
}

/** A setting on the server, and how to save it. */
export interface StoredSetting<Value> {
  readonly stored: Setting<Value>;
  /** Returns what the server stored. */
  readonly send: (edit: Setting<Value>) => Promise<Setting<Value>>;
  /** Fetches `stored` again. */
  readonly refresh: () => void;
  readonly isSame: (one: Value, other: Value) => boolean;
}

export interface EditorState<Value> {
  readonly written: Written<Value> | undefined;
  readonly isSaving: boolean;
  /** Why the last save failed. */
  readonly error: unknown;
  /** Whether the text survives closing the page. */
  readonly isKept: boolean;
}

/** `more`: saved, but more was written in the meantime. */
export type SaveOutcome = 'nothing' | 'saved' | 'more' | 'stale' | 'failed';

/** The edit of one setting. It outlives its view, so that a save that finishes later finds newer text. */
export class SettingEditor<Value> {
  readonly #keeper: EditKeeper<Value>;
  readonly #listeners = new Set<() => void>();
  #state: EditorState<Value> = { written: undefined, isSaving: false, error: undefined, isKept: true };
  /** The edit to keep, and the edit that is kept. */
  #wanted: Edit<Value> | undefined;
  #kept: Edit<Value> | undefined;
  #work: Promise<void> | undefined;

  constructor(keeper: EditKeeper<Value>) {
    this.#keeper = keeper;
  }

  readonly getState = (): EditorState<Value> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get hasUnsaved(): boolean {
    return this.#state.written?.isSaved === false;
  }

  /** Whether closing the page now would lose something. */
  get isBehind(): boolean {
    return this.#wanted !== undefined && (this.#wanted !== this.#kept || !this.#keeper.isLasting);
  }

  /** Adopts the edit of a closed tab, unless this tab has unsaved text. */
  async restore(): Promise<void> {
    const orphan = this.hasUnsaved ? undefined : await this.#keeper.findOrphan();
    if (orphan === undefined || this.hasUnsaved) return;
    this.#set({ written: { ...orphan.edit, isSaved: false } });
    await this.#keep(orphan.edit);
    if (this.#state.isKept) await orphan.forget();
  }

  change(value: Value, { stored, isSame }: StoredSetting<Value>): void {
    const { written, isSaving } = this.#state;
    const { base } = toShownSetting({ written, stored, isSame });
    // During a save, the sent text is what will be stored.
    const isNothing = !isSaving && isSame(value, stored.value);
    const edit = { value, version: base, ...toSent(this.hasUnsaved ? written : undefined) };
    this.#set({ written: isNothing ? { value, version: stored.version, isSaved: true } : { ...edit, isSaved: false } });
    void this.#keep(isNothing ? undefined : edit);
  }

  /** Overwrites the version that the edit started from. `isOverTheirs`: overwrites a newer version that was shown. */
  async save(source: StoredSetting<Value>, isOverTheirs = false): Promise<SaveOutcome> {
    const { written, isSaving } = this.#state;
    if (written === undefined || written.isSaved || isSaving) return 'nothing';
    const { stored, isSame } = source;
    const { base } = toShownSetting({ written, stored, isSame });
    const version = isOverTheirs ? stored.version : base;
    const sent = { ...written, sent: written.value };
    this.#set({ written: sent, isSaving: true, error: undefined });
    void this.#keep(toEdit(sent));
    try {
      return this.#end(sent, await source.send({ value: written.value, version }), isSame);
    } catch (error) {
      const isStale = isStaleFault(error);
      this.#set({ isSaving: false, error: isStale ? undefined : error });
      if (isStale) source.refresh();
      return isStale ? 'stale' : 'failed';
    }
  }

  /** Returns to the stored version. */
  discard(): void {
    this.#set({ written: undefined, error: undefined });
    void this.#keep(undefined);
  }

  /** Drops an edit that the server already has: it was saved before a reload, or someone else wrote the same. */
  forgetArrived({ stored, isSame }: StoredSetting<Value>): void {
    const { written, isSaving } = this.#state;
    if (written === undefined || written.isSaved || isSaving || !isSame(written.value, stored.value)) return;
    this.#set({ written: { value: written.value, version: stored.version, isSaved: true }, error: undefined });
    // Another closed tab may have left an edit too.
    void this.#keep(undefined)
      .then(() => this.restore())
      .catch(() => undefined);
  }

  /** Text written during the save is based on what was saved, and is unsaved. */
  #end(sent: Written<Value>, answer: Setting<Value>, isSame: StoredSetting<Value>['isSame']): SaveOutcome {
    const latest = this.#state.written;
    const isAll = latest === undefined || latest === sent || isSame(latest.value, answer.value);
    const edit = latest && { value: latest.value, version: answer.version };
    this.#set({ written: edit && { ...edit, isSaved: isAll }, isSaving: false });
    void this.#keep(isAll ? undefined : edit);
    return isAll ? 'saved' : 'more';
  }

  #keep(edit: Edit<Value> | undefined): Promise<void> {
    this.#wanted = edit;
    this.#work ??= this.#catchUp();
    return this.#work;
  }

  /** One write at a time. The latest edit wins. */
  async #catchUp(): Promise<void> {
    let edit: Edit<Value> | undefined;
    do {
      edit = this.#wanted;
      const isDone = await this.#write(edit);
      if (isDone) this.#kept = edit;
      this.#set({ isKept: isDone && this.#keeper.isLasting });
    } while (edit !== this.#wanted);
    this.#work = undefined;
  }

  async #write(edit: Edit<Value> | undefined): Promise<boolean> {
    try {
      await (edit === undefined ? this.#keeper.remove() : this.#keeper.put(edit));
      return true;
    } catch {
      // Usually the disk quota is full. The edit is still in the page, and the next change retries.
      return false;
    }
  }

  #set(change: Partial<EditorState<Value>>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function toSent<Value>(edit: Edit<Value> | undefined): { readonly sent?: Value } {
  return edit?.sent === undefined ? {} : { sent: edit.sent };
}

function toEdit<Value>({ value, version, ...rest }: Edit<Value>): Edit<Value> {
  return { value, version, ...toSent({ value, version, ...rest }) };
}

function isStaleFault(error: unknown): boolean {
  return error instanceof StaleEdit || (error instanceof ApiFault && error.status === 412);
}
