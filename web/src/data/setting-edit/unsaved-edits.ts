import { z } from 'zod';
import type { Tabs } from '../drafts/browser-tabs.ts';
import type { KeptRecords } from '../kept-records.ts';
import type { EditKeeper } from './setting-editor.ts';

/** What somebody wrote at a place of the Studio in one tab and has not saved yet. */
export const UnsavedEdit = z.object({
  place: z.string(),
  /** No two tabs share an edit, so none overwrites or removes the other's. */
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

/** The edits that this browser keeps through reloads and crashes. */
export class UnsavedEdits {
  readonly #parts: UnsavedEditsParts;

  constructor(parts: UnsavedEditsParts) {
    this.#parts = parts;
  }

  /** What this tab writes at one place. What does not fit `schema` any more is passed over. */
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

  /** Those of tabs that are gone, at places that begin so; those of all other tabs, where the browser does not tell. */
  async listOrphans(prefix: string): Promise<readonly UnsavedEdit[]> {
    const { records, tabs } = this.#parts;
    const [found, live] = [await records.list(toPrefix(prefix)), await tabs.findLive()];
    return found.filter(({ tab }) => tab !== tabs.name && !live?.has(tab));
  }
}

/** As JSON, a place and a tab cannot be taken for another pair. */
function toKey({ place, tab }: Pick<UnsavedEdit, 'place' | 'tab'>): string {
  return `${JSON.stringify(place)} ${tab}`;
}

function toPrefix(place: string): string {
  return JSON.stringify(place).slice(0, -1);
}
