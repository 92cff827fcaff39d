import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { TagSchema } from '../../../../../src/curate/tag-schema.ts';
import { myItemsQuery } from '../../../data/assignments.ts';
import { tagSchemaQuery } from '../../../data/tags.ts';
import { type QueueRow, toQueueRow } from './queue-rows.ts';

const noSchema: TagSchema = { groups: [] };

/** What I hold, in the order I was given it. */
export function useQueueRows(): { readonly query: UseQueryResult<unknown>; readonly rows: readonly QueueRow[] } {
  const query = useQuery(myItemsQuery());
  const schema = useQuery(tagSchemaQuery()).data ?? noSchema;
  const items = query.data?.items;
  const rows = useMemo(() => (items ?? []).map((item) => getRow(item, schema)), [items, schema]);
  return { query, rows };
}

const known = new WeakMap<ItemAnswer, { readonly schema: TagSchema; readonly row: QueueRow }>();

/** An autosave changes one item of many: the others keep their rows. */
function getRow(item: ItemAnswer, schema: TagSchema): QueueRow {
  const before = known.get(item);
  if (before?.schema === schema) return before.row;
  const row = toQueueRow(item, schema);
  known.set(item, { schema, row });
  return row;
}
