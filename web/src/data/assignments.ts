import { queryOptions } from '@tanstack/react-query';
import { SelfServeAnswer } from '../../../src/contract/assignment.ts';
import { ItemList } from '../../../src/contract/item-answer.ts';
import { askApi } from './ask-api.ts';

/** Items assigned to this person, longest assigned first. */
export function myItemsQuery() {
  return queryOptions({
    queryKey: ['assignments', 'my'],
    queryFn: ({ signal }) => askApi({ schema: ItemList, path: '/v1/assignments/my', signal }),
  });
}

/** The most items that the server assigns to one person. */
export const mostHeld = 200;

/** Claims items until `limit` are assigned to this person. */
export function takeItems(limit: number) {
  return askApi({ schema: SelfServeAnswer, path: '/v1/assignments/self-serve', method: 'POST', body: { limit } });
}
