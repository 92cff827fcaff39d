import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiFault, UnreachableFault } from '../api-fault.ts';
import { keepInMemory } from '../kept-records.ts';
import { StaleEdit } from './replace-field.ts';
import { toShownSetting } from './setting.ts';
import { SettingEditor, type StoredSetting } from './setting-editor.ts';
import { type UnsavedEdit, UnsavedEdits } from './unsaved-edits.ts';

/** A browser with a server: tabs come and go, and each answer of the server waits until the test gives it. */
class Desk {
  readonly live = new Set<string>();
  records = keepInMemory<UnsavedEdit>(true);
  stored = { value: 'old', version: '1' };
  refreshed = 0;
  #now = 0;
  #answer: { give: () => void; refuse: (error: unknown) => void } | undefined;

  openTab(name: string): SettingEditor<string> {
    this.live.add(name);
    const tabs = { name, findLive: async () => new Set(this.live) };
    const edits = new UnsavedEdits({ records: this.records, tabs, now: () => ++this.#now });
    return new SettingEditor(edits.openKeeper('instructions support', z.string()));
  }

  async reload(before: string, after: string): Promise<SettingEditor<string>> {
    this.live.delete(before);
    const editor = this.openTab(after);
    await editor.restore();
    return editor;
  }

  get source(): StoredSetting<string> {
    return {
      stored: this.stored,
      send: ({ value }) =>
        new Promise((resolve, reject) => {
          const give = () => {
            this.stored = { value, version: String(Number(this.stored.version) + 1) };
            resolve(this.stored);
          };
          this.#answer = { give, refuse: reject };
        }),
      refresh: () => {
        this.refreshed += 1;
      },
      isSame: (one, other) => one === other,
    };
  }

  answer(): void {
    this.#answer?.give();
  }

  refuse(error: unknown): void {
    this.#answer?.refuse(error);
  }

  shows(editor: SettingEditor<string>) {
    const { value, isEdited, isStale } = toShownSetting({ ...this.source, written: editor.getState().written });
    return { value, isEdited, isStale };
  }

  async keeps(): Promise<readonly unknown[]> {
    // Whatever is on its way to the memory is there by then.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    return (await this.records.list()).map(({ tab, value }) => `${tab}: ${value}`);
  }
}

const isStored = (value: string) => ({ value, isEdited: false, isStale: false });
const isUnsaved = (value: string) => ({ value, isEdited: true, isStale: false });
const stale = new ApiFault({ type: 'about:blank', title: '', status: 412, code: 'STALE', detail: 'Another version.' });

describe('An edit of a setting', () => {
  test('is kept from the first change on, and forgotten when it is saved', async () => {
    const desk = new Desk();
    const editor = desk.openTab('a');
    editor.change('new', desk.source);
    expect(await desk.keeps()).toEqual(['a: new']);
    const saving = editor.save(desk.source);
    expect(await desk.keeps()).toEqual(['a: new']);
    desk.answer();
    expect(await saving).toBe('saved');
    expect(await desk.keeps()).toEqual([]);
    expect(desk.shows(editor)).toEqual(isStored('new'));
    expect(await editor.save(desk.source)).toBe('nothing');
  });

  test('goes on while a save is on its way: what is written then is kept, and stands on what was saved', async () => {
    const desk = new Desk();
    const editor = desk.openTab('a');
    editor.change('first', desk.source);
    const saving = editor.save(desk.source);
    editor.change('first and second', desk.source);
    desk.answer();
    expect(await saving).toBe('more');
    expect(await desk.keeps()).toEqual(['a: first and second']);
    const again = await desk.reload('a', 'b');
    expect(desk.shows(again)).toEqual(isUnsaved('first and second'));
    expect(await desk.keeps()).toEqual(['b: first and second']);
  });

  test('is on the version that was saved after a reload in the middle of a save', async () => {
    const desk = new Desk();
    const editor = desk.openTab('a');
    editor.change('first', desk.source);
    void editor.save(desk.source);
    editor.change('first and second', desk.source);
    await desk.keeps();
    const again = await desk.reload('a', 'b');
    expect(desk.shows(again)).toEqual(isUnsaved('first and second'));
    desk.stored = { value: 'first', version: '2' };
    expect(desk.shows(again)).toEqual(isUnsaved('first and second'));
  });

  test('is forgotten after a reload when the save had arrived', async () => {
    const desk = new Desk();
    const editor = desk.openTab('a');
    editor.change('first', desk.source);
    void editor.save(desk.source);
    await desk.keeps();
    desk.stored = { value: 'first', version: '2' };
    const again = await desk.reload('a', 'b');
    again.settle(desk.source);
    expect(await desk.keeps()).toEqual([]);
    desk.stored = { value: 'of somebody else', version: '3' };
    expect(desk.shows(again)).toEqual(isStored('of somebody else'));
  });

  test('that goes back to what was stored, while something else is on its way, is not saved yet', async () => {
    const desk = new Desk();
    const editor = desk.openTab('a');
    editor.change('new', desk.source);
    const saving = editor.save(desk.source);
    editor.change('old', desk.source);
    expect(await desk.keeps()).toEqual(['a: old']);
    desk.answer();
    expect(await saving).toBe('more');
    expect(desk.shows(editor)).toEqual(isUnsaved('old'));
    expect(await desk.keeps()).toEqual(['a: old']);
  });

  test('that goes back to what is stored is nothing to keep', async () => {
    const desk = new Desk();
    const editor = desk.openTab('a');
    editor.change('new', desk.source);
    editor.change('old', desk.source);
    expect(editor.hasUnsaved).toBe(false);
    expect(await desk.keeps()).toEqual([]);
  });

  test.each([
    ['another ETag', stale],
    ['another text', new StaleEdit('Somebody else.')],
  ])('that meets %s asks for theirs, and keeps mine until it is saved over it', async (_, error) => {
    const desk = new Desk();
    const editor = desk.openTab('a');
    editor.change('mine', desk.source);
    const saving = editor.save(desk.source);
    desk.refuse(error);
    expect(await saving).toBe('stale');
    expect(desk.refreshed).toBe(1);
    desk.stored = { value: 'theirs', version: '2' };
    expect(desk.shows(editor)).toEqual({ value: 'mine', isEdited: true, isStale: true });
    expect(await desk.keeps()).toEqual(['a: mine']);
    const over = editor.save(desk.source, true);
    desk.answer();
    expect(await over).toBe('saved');
    expect(desk.stored.value).toBe('mine');
  });

  test('that does not arrive is kept, says why, and can be tried again', async () => {
    const desk = new Desk();
    const editor = desk.openTab('a');
    editor.change('mine', desk.source);
    const saving = editor.save(desk.source);
    const error = new UnreachableFault(undefined);
    desk.refuse(error);
    expect(await saving).toBe('failed');
    expect(editor.getState()).toMatchObject({ isSaving: false, error });
    expect(desk.shows(await desk.reload('a', 'b'))).toEqual(isUnsaved('mine'));
  });

  test('that is discarded is gone, and can be written again', async () => {
    const desk = new Desk();
    const editor = desk.openTab('a');
    editor.change('mine', desk.source);
    editor.discard();
    expect(await desk.keeps()).toEqual([]);
    expect(desk.shows(editor)).toEqual(isStored('old'));
    editor.change('mine', desk.source);
    expect(await desk.keeps()).toEqual(['a: mine']);
  });
});

describe('Two tabs at one setting', () => {
  test('keep what each wrote: what one saves or discards takes nothing from the other', async () => {
    const desk = new Desk();
    const [one, other] = [desk.openTab('a'), desk.openTab('b')];
    one.change('of a', desk.source);
    other.change('of b', desk.source);
    const saving = other.save(desk.source);
    desk.answer();
    await saving;
    expect(await desk.keeps()).toEqual(['a: of a']);
    const again = await desk.reload('a', 'c');
    expect(desk.shows(again)).toEqual({ value: 'of a', isEdited: true, isStale: true });
  });

  test('do not take what a tab writes that lives', async () => {
    const desk = new Desk();
    desk.openTab('a').change('of a', desk.source);
    const other = desk.openTab('b');
    await other.restore();
    expect(desk.shows(other)).toEqual(isStored('old'));
    expect(await desk.keeps()).toEqual(['a: of a']);
  });

  test('leave both texts when both are closed: the later first, the other when that is settled', async () => {
    const desk = new Desk();
    desk.openTab('a').change('of a', desk.source);
    desk.openTab('b').change('of b', desk.source);
    await desk.keeps();
    desk.live.clear();
    const editor = desk.openTab('c');
    await editor.restore();
    expect(desk.shows(editor)).toEqual(isUnsaved('of b'));
    await editor.restore();
    expect(desk.shows(editor)).toEqual(isUnsaved('of b'));
    editor.discard();
    await editor.restore();
    expect(desk.shows(editor)).toEqual(isUnsaved('of a'));
  });

  test('leave what is written before the text of an earlier tab is found', async () => {
    const desk = new Desk();
    desk.openTab('a').change('of a', desk.source);
    await desk.keeps();
    desk.live.clear();
    const editor = desk.openTab('b');
    const restoring = editor.restore();
    editor.change('of b', desk.source);
    await restoring;
    expect(desk.shows(editor)).toEqual(isUnsaved('of b'));
    expect(await desk.keeps()).toEqual(['a: of a', 'b: of b']);
  });
});

describe('A browser that keeps nothing', () => {
  test('is told of, and closing the page would lose the edit', async () => {
    const desk = new Desk();
    desk.records = keepInMemory(false);
    const editor = desk.openTab('a');
    expect(editor.isBehind).toBe(false);
    editor.change('new', desk.source);
    await desk.keeps();
    expect([editor.getState().isKept, editor.isBehind]).toEqual([false, true]);
    editor.discard();
    expect(editor.isBehind).toBe(false);
  });

  test('is tried again with the next change', async () => {
    const desk = new Desk();
    const { put } = desk.records;
    let isFull = true;
    const refuse = () => Promise.reject(new Error('No room.'));
    desk.records = { ...desk.records, put: (key, edit) => (isFull ? refuse() : put(key, edit)) };
    const editor = desk.openTab('a');
    editor.change('new', desk.source);
    await desk.keeps();
    expect([editor.getState().isKept, editor.isBehind]).toEqual([false, true]);
    isFull = false;
    editor.change('newer', desk.source);
    expect(await desk.keeps()).toEqual(['a: newer']);
    expect([editor.getState().isKept, editor.isBehind]).toEqual([true, false]);
  });
});
