import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiFault, UnreachableFault } from '../api-fault.ts';
import { keepInMemory } from '../kept-records.ts';
import { StaleEdit } from './replace-field.ts';
import { toShownSetting } from './setting.ts';
import { SettingEditor, type StoredSetting } from './setting-editor.ts';
import { type UnsavedEdit, UnsavedEdits } from './unsaved-edits.ts';

/** A browser and a server. Tabs open and close, and each answer of the server waits until the test sends it. */
class Browser {
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
    // By then, all pending writes have finished.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    return (await this.records.list()).map(({ tab, value }) => `${tab}: ${value}`);
  }
}

const isStored = (value: string) => ({ value, isEdited: false, isStale: false });
const isUnsaved = (value: string) => ({ value, isEdited: true, isStale: false });
const stale = new ApiFault({ type: 'about:blank', title: '', status: 412, code: 'STALE', detail: 'Another version.' });

describe('An edit of a setting', () => {
  test('is kept from the first change until it is saved', async () => {
    const browser = new Browser();
    const editor = browser.openTab('a');
    editor.change('new', browser.source);
    expect(await browser.keeps()).toEqual(['a: new']);
    const saving = editor.save(browser.source);
    expect(await browser.keeps()).toEqual(['a: new']);
    browser.answer();
    expect(await saving).toBe('saved');
    expect(await browser.keeps()).toEqual([]);
    expect(browser.shows(editor)).toEqual(isStored('new'));
    expect(await editor.save(browser.source)).toBe('nothing');
  });

  test('continues during a save: later text is kept, based on what was saved', async () => {
    const browser = new Browser();
    const editor = browser.openTab('a');
    editor.change('first', browser.source);
    const saving = editor.save(browser.source);
    editor.change('first and second', browser.source);
    browser.answer();
    expect(await saving).toBe('more');
    expect(await browser.keeps()).toEqual(['a: first and second']);
    const again = await browser.reload('a', 'b');
    expect(browser.shows(again)).toEqual(isUnsaved('first and second'));
    expect(await browser.keeps()).toEqual(['b: first and second']);
  });

  test('is based on the saved version after a reload during a save', async () => {
    const browser = new Browser();
    const editor = browser.openTab('a');
    editor.change('first', browser.source);
    void editor.save(browser.source);
    editor.change('first and second', browser.source);
    await browser.keeps();
    const again = await browser.reload('a', 'b');
    expect(browser.shows(again)).toEqual(isUnsaved('first and second'));
    browser.stored = { value: 'first', version: '2' };
    expect(browser.shows(again)).toEqual(isUnsaved('first and second'));
  });

  test('is dropped after a reload if the save had succeeded', async () => {
    const browser = new Browser();
    const editor = browser.openTab('a');
    editor.change('first', browser.source);
    void editor.save(browser.source);
    await browser.keeps();
    browser.stored = { value: 'first', version: '2' };
    const again = await browser.reload('a', 'b');
    again.forgetArrived(browser.source);
    expect(await browser.keeps()).toEqual([]);
    browser.stored = { value: 'of another person', version: '3' };
    expect(browser.shows(again)).toEqual(isStored('of another person'));
  });

  test('that returns to the stored text during another save is unsaved', async () => {
    const browser = new Browser();
    const editor = browser.openTab('a');
    editor.change('new', browser.source);
    const saving = editor.save(browser.source);
    editor.change('old', browser.source);
    expect(await browser.keeps()).toEqual(['a: old']);
    browser.answer();
    expect(await saving).toBe('more');
    expect(browser.shows(editor)).toEqual(isUnsaved('old'));
    expect(await browser.keeps()).toEqual(['a: old']);
  });

  test('that returns to the stored text is not kept', async () => {
    const browser = new Browser();
    const editor = browser.openTab('a');
    editor.change('new', browser.source);
    editor.change('old', browser.source);
    expect(editor.hasUnsaved).toBe(false);
    expect(await browser.keeps()).toEqual([]);
  });

  test.each([
    ['another ETag', stale],
    ['another text', new StaleEdit('Somebody else.')],
  ])('that meets %s fetches their version, and keeps mine until it overwrites theirs', async (_, error) => {
    const browser = new Browser();
    const editor = browser.openTab('a');
    editor.change('mine', browser.source);
    const saving = editor.save(browser.source);
    browser.refuse(error);
    expect(await saving).toBe('stale');
    expect(browser.refreshed).toBe(1);
    browser.stored = { value: 'theirs', version: '2' };
    expect(browser.shows(editor)).toEqual({ value: 'mine', isEdited: true, isStale: true });
    expect(await browser.keeps()).toEqual(['a: mine']);
    const over = editor.save(browser.source, true);
    browser.answer();
    expect(await over).toBe('saved');
    expect(browser.stored.value).toBe('mine');
  });

  test('that fails to save is kept, says why, and can be retried', async () => {
    const browser = new Browser();
    const editor = browser.openTab('a');
    editor.change('mine', browser.source);
    const saving = editor.save(browser.source);
    const error = new UnreachableFault(undefined);
    browser.refuse(error);
    expect(await saving).toBe('failed');
    expect(editor.getState()).toMatchObject({ isSaving: false, error });
    expect(browser.shows(await browser.reload('a', 'b'))).toEqual(isUnsaved('mine'));
  });

  test('can be discarded and written again', async () => {
    const browser = new Browser();
    const editor = browser.openTab('a');
    editor.change('mine', browser.source);
    editor.discard();
    expect(await browser.keeps()).toEqual([]);
    expect(browser.shows(editor)).toEqual(isStored('old'));
    editor.change('mine', browser.source);
    expect(await browser.keeps()).toEqual(['a: mine']);
  });
});

describe('Two tabs at one setting', () => {
  test('keep their own text, whatever the other tab saves or discards', async () => {
    const browser = new Browser();
    const [one, other] = [browser.openTab('a'), browser.openTab('b')];
    one.change('of a', browser.source);
    other.change('of b', browser.source);
    const saving = other.save(browser.source);
    browser.answer();
    await saving;
    expect(await browser.keeps()).toEqual(['a: of a']);
    const again = await browser.reload('a', 'c');
    expect(browser.shows(again)).toEqual({ value: 'of a', isEdited: true, isStale: true });
  });

  test('do not adopt the text of an open tab', async () => {
    const browser = new Browser();
    browser.openTab('a').change('of a', browser.source);
    const other = browser.openTab('b');
    await other.restore();
    expect(browser.shows(other)).toEqual(isStored('old'));
    expect(await browser.keeps()).toEqual(['a: of a']);
  });

  test('leave both texts when both close: the later first, the other one after it', async () => {
    const browser = new Browser();
    browser.openTab('a').change('of a', browser.source);
    browser.openTab('b').change('of b', browser.source);
    await browser.keeps();
    browser.live.clear();
    const editor = browser.openTab('c');
    await editor.restore();
    expect(browser.shows(editor)).toEqual(isUnsaved('of b'));
    await editor.restore();
    expect(browser.shows(editor)).toEqual(isUnsaved('of b'));
    editor.discard();
    await editor.restore();
    expect(browser.shows(editor)).toEqual(isUnsaved('of a'));
  });

  test('keep new text that is written before the text of an earlier tab is found', async () => {
    const browser = new Browser();
    browser.openTab('a').change('of a', browser.source);
    await browser.keeps();
    browser.live.clear();
    const editor = browser.openTab('b');
    const restoring = editor.restore();
    editor.change('of b', browser.source);
    await restoring;
    expect(browser.shows(editor)).toEqual(isUnsaved('of b'));
    expect(await browser.keeps()).toEqual(['a: of a', 'b: of b']);
  });
});

describe('A browser that keeps nothing', () => {
  test('is reported, because closing the page would lose the edit', async () => {
    const browser = new Browser();
    browser.records = keepInMemory(false);
    const editor = browser.openTab('a');
    expect(editor.isBehind).toBe(false);
    editor.change('new', browser.source);
    await browser.keeps();
    expect([editor.getState().isKept, editor.isBehind]).toEqual([false, true]);
    editor.discard();
    expect(editor.isBehind).toBe(false);
  });

  test('is retried with the next change', async () => {
    const browser = new Browser();
    const { put } = browser.records;
    let isFull = true;
    const refuse = () => Promise.reject(new Error('No room.'));
    browser.records = { ...browser.records, put: (key, edit) => (isFull ? refuse() : put(key, edit)) };
    const editor = browser.openTab('a');
    editor.change('new', browser.source);
    await browser.keeps();
    expect([editor.getState().isKept, editor.isBehind]).toEqual([false, true]);
    isFull = false;
    editor.change('newer', browser.source);
    expect(await browser.keeps()).toEqual(['a: newer']);
    expect([editor.getState().isKept, editor.isBehind]).toEqual([true, false]);
  });
});
