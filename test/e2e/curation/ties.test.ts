import { describe, expect, it } from 'vitest';
import { itemSorts } from '../../../src/contract/item-query.ts';
import { type ApiClient, toBody } from '../../support/api-client.ts';
import { useServedStore } from '../../support/served-store.ts';

/** Not in the order in which they are imported, nor in the opposite one. */
const ids = ['m', 'a', 'z', 'B', 'c', 'é', 'k'];
const inOrder = ['B', 'a', 'c', 'k', 'm', 'z', 'é'];

async function listPages(api: ApiClient, query: string, limit: number): Promise<readonly string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`;
    const answer = await api.get(`/v1/ground-truths?dataset=tied&${query}&limit=${limit}${more}`);
    const page = toBody<{ items: { id: string }[]; cursor: string | null }>(answer);
    found.push(...page.items.map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}

describe('items with equal sort values', () => {
  const served = useServedStore(async (api) => {
    const history = [{ role: 'user', msg: 'Hello' }];
    await api.import(ids.map((id) => ({ id, datasetName: 'tied', history })));
  });

  const orders = itemSorts
    .filter((sortBy) => sortBy !== 'updatedAt')
    .flatMap((sortBy) => (['asc', 'desc'] as const).map((order) => [sortBy, order] as const));

  it.each(orders)('are sorted by id, by %s %s, on every page', async (sortBy, order) => {
    const wanted = order === 'asc' ? inOrder : inOrder.toReversed();
    for (const limit of [1, 2, 50]) {
      expect(await listPages(served().client(), `sortBy=${sortBy}&sortOrder=${order}`, limit)).toEqual(wanted);
    }
  });

  it('keep the order of their import by the time of the change, which is never equal', async () => {
    const found = await listPages(served().client(), 'sortBy=updatedAt&sortOrder=asc', 2);
    expect(found).toEqual(ids);
  });
});
