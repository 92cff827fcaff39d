import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { openLocalDrafts } from '../drafts/local-drafts.ts';
import { keepInBrowser } from '../kept-records.ts';
import { SettingEditor } from './setting-editor.ts';
import { UnsavedEdit, UnsavedEdits } from './unsaved-edits.ts';

let opened: Promise<UnsavedEdits> | undefined;

function openUnsavedEdits(): Promise<UnsavedEdits> {
  opened ??= openLocalDrafts().then(
    ({ tabs }) =>
      new UnsavedEdits({ records: keepInBrowser('unsaved-edits', UnsavedEdit), tabs, now: () => Date.now() }),
  );
  return opened;
}

/** Settings of one kind, such as the instructions of every dataset, and their edits in this tab. */
export class SettingKind<Schema extends z.ZodType> {
  readonly #name: string;
  readonly #schema: Schema;
  readonly #editors = new Map<string, SettingEditor<z.output<Schema>>>();

  /** `name`: one word, unique among the kinds. */
  constructor(name: string, schema: Schema) {
    this.#name = name;
    this.#schema = schema;
    globalThis.addEventListener('beforeunload', (event) => {
      // Asks only about text that is neither on the server nor kept by the browser.
      if ([...this.#editors.values()].some(({ isBehind }) => isBehind)) event.preventDefault();
    });
  }

  /** The editor of one setting, with its unsaved text. It stays the same until the page closes. */
  editorQuery(id: string) {
    return queryOptions({
      queryKey: ['setting-edits', this.#name, id],
      queryFn: () => this.#open(id),
      refetchOnWindowFocus: false,
      structuralSharing: false,
    });
  }

  /** The ids of settings with unsaved text. */
  unsavedQuery() {
    return queryOptions({ queryKey: ['unsaved-settings', this.#name], queryFn: () => this.#listUnsaved() });
  }

  async #open(id: string): Promise<SettingEditor<z.output<Schema>>> {
    const edits = await openUnsavedEdits();
    const editor = this.#editors.get(id) ?? new SettingEditor(edits.openKeeper(`${this.#name} ${id}`, this.#schema));
    this.#editors.set(id, editor);
    // A record that cannot be read stays where it is.
    await editor.restore().catch(() => undefined);
    return editor;
  }

  async #listUnsaved(): Promise<readonly string[]> {
    const prefix = `${this.#name} `;
    const edits = await openUnsavedEdits();
    const orphans = await edits.listOrphans(prefix).catch(() => []);
    const here = [...this.#editors].flatMap(([id, { hasUnsaved }]) => (hasUnsaved ? id : []));
    return [...new Set([...here, ...orphans.map(({ place }) => place.slice(prefix.length))])].toSorted();
  }
}
