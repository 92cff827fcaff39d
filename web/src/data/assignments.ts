import { queryOptions } from '@tanstack/react-query';
import { SelfServeAnswer } from '../../../src/contract/assignment.ts';
import { ItemList } from '../../../src/contract/item-answer.ts';
import { askApi } from './ask-api.ts';

/** What the caller holds, longest held first. */
export function myItemsQuery() {
  return queryOptions({
    queryKey: ['assignments', 'my'],
    queryFn: ({ signal }) => askApi({ schema: ItemList, path: '/v1/assignments/my', signal }),
  });
}

/** What the server gives one person at most. */
export const mostHeld = 200;

/** Fills what the caller holds up to `limit`. */
export function takeItems(limit: number) {
  return askApi({ schema: SelfServeAnswer, path: '/v1/assignments/self-serve', method: 'POST', body: { limit } });
}
