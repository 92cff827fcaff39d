import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { keepInBrowser } from '../kept-records.ts';
import type { Setting } from './setting.ts';

const UnsavedEdit = z.object({ value: z.unknown(), etag: z.string() });

const kept = keepInBrowser('unsaved-edits', UnsavedEdit);

/** What somebody wrote at a place of the Studio and has not saved yet; null: nothing, or nothing that fits any more. */
export function unsavedEditQuery<Schema extends z.ZodType>(place: string, schema: Schema) {
  return queryOptions({
    queryKey: ['unsaved-edits', place],
    queryFn: async (): Promise<Setting<z.output<Schema>> | null> => {
      const found = await kept.find(place);
      const value = schema.safeParse(found?.value);
      return found === undefined || !value.success ? null : { value: value.data, etag: found.etag };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Keeps it through reloads and crashes; `undefined`: it is saved, or thrown away. */
export async function keepUnsavedEdit(
  client: QueryClient,
  place: string,
  edit: Setting<unknown> | undefined,
): Promise<void> {
  client.setQueryData(['unsaved-edits', place], edit ?? null);
  await (edit === undefined ? kept.remove(place) : kept.put(place, edit));
}
