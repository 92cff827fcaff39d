import { queryOptions } from '@tanstack/react-query';
import { LabelPage, NewLabels } from '../../../src/contract/label.ts';
import { QuestionList } from '../../../src/contract/workspace.ts';
import { askApi } from './ask-api.ts';
import type { ItemKey } from './item-key.ts';
import { toQueryText } from './query-text.ts';

export const labelKeys = { item: ({ dataset, id }: ItemKey) => ['labels', dataset, id] as const };

/** Every label of an item, in the order they were given. */
export function itemLabelsQuery(key: ItemKey) {
  return queryOptions({
    queryKey: labelKeys.item(key),
    queryFn: ({ signal }) => {
      const query = toQueryText({ dataset: key.dataset, item: key.id, limit: 1000 });
      return askApi({ schema: LabelPage, path: `/v1/labels${query}`, signal });
    },
  });
}

export interface LabelToGive extends ItemKey {
  readonly turnIndex: number | null;
  readonly question: string;
  readonly score: number;
  readonly reason: string;
  /** Given without sight of what others said. */
  readonly blind: boolean;
  /** Default: the one that the server has when it arrives. */
  readonly revision?: number | undefined;
}

/** Appends a label. `once`: sent again under the same name it is not given twice. */
export function giveLabel({ dataset, id, turnIndex, revision, ...label }: LabelToGive, once: string) {
  const subject = { dataset, item: id, turnIndex, ...(revision === undefined ? {} : { revision }) };
  const headers = { 'idempotency-key': once };
  return askApi({ schema: NewLabels, path: '/v1/labels', method: 'POST', body: { ...label, subject }, headers });
}

/** What can be scored, with its scale. */
export function questionsQuery() {
  return queryOptions({
    queryKey: ['questions'],
    queryFn: ({ signal }) => askApi({ schema: QuestionList, path: '/v1/questions', signal }),
    staleTime: 60_000,
  });
}
