import { ApiFault } from '../api-fault.ts';
import { StaleEdit } from './replace-field.ts';
import { type Edit, type Setting, toShownSetting, type Written } from './setting.ts';

/** Where one tab keeps its edit of one setting until the server has it. */
export interface EditKeeper<Value> {
  /** Whether it is there again after the page was closed. Known once the first call has ended. */
  readonly isLasting: boolean;
  put(edit: Edit<Value>): Promise<void>;
  remove(): Promise<void>;
  /** The latest that a tab left behind which is gone. */
  findOrphan(): Promise<Orphan<Value> | undefined>;
}

export interface Orphan<Value> {
  readonly edit: Edit<Value>;
  /** It is kept elsewhere now. */
  forget(): Promise<void>;
}

/** The setting as the server has it, and the way there. */
export interface StoredSetting<Value> {
  readonly stored: Setting<Value>;
  /** Answers with what the server has then. */
  readonly send: (edit: Setting<Value>) => Promise<Setting<Value>>;
  /** Reads `stored` again. */
  readonly refresh: () => void;
  readonly isSame: (one: Value, other: Value) => boolean;
}

export interface EditorState<Value> {
  readonly written: Written<Value> | undefined;
  readonly isSaving: boolean;
  /** Why it could not be saved, until it is tried again. */
  readonly error: unknown;
  /** Whether what is written outlives the page. */
  readonly isKept: boolean;
}

/** `more`: it is saved, and more was written meanwhile. */
export type SaveOutcome = 'nothing' | 'saved' | 'more' | 'stale' | 'failed';

/** What somebody writes at one setting. It outlives the view, so that a save that ends later finds what was written since. */
export class SettingEditor<Value> {
  readonly #keeper: EditKeeper<Value>;
  readonly #listeners = new Set<() => void>();
  #state: EditorState<Value> = { written: undefined, isSaving: false, error: undefined, isKept: true };
  /** What is to be kept, and what is. */
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

  /** Takes up what a tab left behind that is gone. While something is written here, that stays where it is. */
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
    // What is on its way is what will be stored.
    const isNothing = !isSaving && isSame(value, stored.value);
    const edit = { value, version: base, ...toSent(this.hasUnsaved ? written : undefined) };
    this.#set({ written: isNothing ? { value, version: stored.version, isSaved: true } : { ...edit, isSaved: false } });
    void this.#keep(isNothing ? undefined : edit);
  }

  /** Saves over what the edit began with. `isOverTheirs`: over what somebody else wrote since, which was shown. */
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

  /** Takes what the server has. */
  discard(): void {
    this.#set({ written: undefined, error: undefined });
    void this.#keep(undefined);
  }

  /** Forgets what has arrived: saved before the page was closed, or written by somebody else in the same words. */
  forgetArrived({ stored, isSame }: StoredSetting<Value>): void {
    const { written, isSaving } = this.#state;
    if (written === undefined || written.isSaved || isSaving || !isSame(written.value, stored.value)) return;
    this.#set({ written: { value: written.value, version: stored.version, isSaved: true }, error: undefined });
    // Another tab may have left something behind as well.
    void this.#keep(undefined)
      .then(() => this.restore())
      .catch(() => undefined);
  }

  /** What was written while it was on its way stands on what was saved, and is not saved yet. */
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

  /** Never two writes at a time: the latest is the one that stays. */
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
      // No room, most of the time. It is in the page still, and the next change tries again.
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
