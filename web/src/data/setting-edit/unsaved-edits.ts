import { z } from 'zod';
import type { Tabs } from '../drafts/browser-tabs.ts';
import type { KeptRecords } from '../kept-records.ts';
import type { EditKeeper } from './setting-editor.ts';

/** An unsaved edit of a setting in one tab. */
export const UnsavedEdit = z.object({
  place: z.string(),
  /** Tabs never share an edit, so no tab overwrites or removes another's. */
  tab: z.string(),
  value: z.unknown(),
  version: z.string(),
  sent: z.unknown().optional(),
  /** In milliseconds since 1970. */
  at: z.number(),
});
export type UnsavedEdit = Readonly<z.infer<typeof UnsavedEdit>>;

export interface UnsavedEditsParts {
  readonly records: KeptRecords<UnsavedEdit>;
  readonly tabs: Pick<Tabs, 'name' | 'findLive'>;
  readonly now: () => number;
}

/** Unsaved edits that survive reloads and crashes. */
export class UnsavedEdits {
  readonly #parts: UnsavedEditsParts;

  constructor(parts: UnsavedEditsParts) {
    this.#parts = parts;
  }

  /** The edit of this tab at one place. Records that no longer match `schema` are skipped. */
  openKeeper<Schema extends z.ZodType>(place: string, schema: Schema): EditKeeper<z.output<Schema>> {
    const { records, tabs, now } = this.#parts;
    const key = toKey({ place, tab: tabs.name });
    return {
      get isLasting() {
        return records.isLasting;
      },
      put: (edit) => records.put(key, { ...edit, place, tab: tabs.name, at: now() }),
      remove: () => records.remove(key),
      findOrphan: async () => {
        const fitting = (await this.listOrphans(place)).flatMap((orphan) => {
          const value = schema.safeParse(orphan.value);
          return orphan.place === place && value.success ? { orphan, value: value.data } : [];
        });
        const [latest] = fitting.toSorted((one, other) => other.orphan.at - one.orphan.at);
        if (latest === undefined) return undefined;
        const { orphan, value } = latest;
        const sent = orphan.sent === undefined ? undefined : schema.safeParse(orphan.sent).data;
        return {
          edit: { value, version: orphan.version, ...(sent === undefined ? {} : { sent }) },
          forget: () => records.remove(toKey(orphan)),
        };
      },
    };
  }

  /** Edits of closed tabs whose place has this prefix. If the browser does not report open tabs: of all other tabs. */
  async listOrphans(prefix: string): Promise<readonly UnsavedEdit[]> {
    const { records, tabs } = this.#parts;
    const [found, live] = [await records.list(toPrefix(prefix)), await tabs.findLive()];
    return found.filter(({ tab }) => tab !== tabs.name && !live?.has(tab));
  }
}

/** JSON keeps the place apart from the tab. */
function toKey({ place, tab }: Pick<UnsavedEdit, 'place' | 'tab'>): string {
  return `${JSON.stringify(place)} ${tab}`;
}

function toPrefix(place: string): string {
  return JSON.stringify(place).slice(0, -1);
}
