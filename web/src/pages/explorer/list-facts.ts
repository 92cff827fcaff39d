import { ApiFault } from '../../data/api-fault.ts';
import type { ItemFilter } from '../../data/items.ts';
import type { ItemRows } from './table/use-item-rows.ts';

/** How many items fit, in words; nothing while nobody knows. */
export function toCountText({ status, total, isOld }: Pick<ItemRows, 'status' | 'total' | 'isOld'>): string {
  if (status !== 'ready' || isOld) return '';
  return total === 1 ? '1 conversation' : `${total.toLocaleString('en')} conversations`;
}

/** Whether the server understood the request, and did not like it. */
export function isRefused(error: unknown): error is ApiFault {
  return error instanceof ApiFault && error.status === 422;
}

/** What the server has against a filter: it names the parameter, and the place in a list. */
export function findFilterProblem(error: unknown, name: keyof ItemFilter): string | undefined {
  if (!isRefused(error)) return undefined;
  return error.problems.find(({ path }) => path.replace(/[.[].*$/, '') === name)?.message;
}

const mostHints = 8;

/** Turn tags that stand in the first rows, the most frequent first: nobody has to know them by heart. */
export function listTurnTagHints(rows: readonly { readonly turnTags: readonly string[] }[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { turnTags } of rows.slice(0, 100))
    for (const tag of turnTags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const sorted = [...counts].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));
  return sorted.slice(0, mostHints).map(([tag]) => tag);
}
