import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { ApprovalRules } from '../../../../../src/curate/approval.ts';
import { useApprovalRules } from '../../../data/approval-rules.ts';
import { myItemsQuery } from '../../../data/assignments.ts';
import { type QueueRow, toQueueRow } from './queue-rows.ts';

const noRules: ApprovalRules = { schema: { groups: [] }, findPattern: undefined };
const noItems: readonly ItemAnswer[] = [];

/** What I hold, in the order I was given it. */
export function useQueueRows(): { readonly query: UseQueryResult<unknown>; readonly rows: readonly QueueRow[] } {
  const query = useQuery(myItemsQuery());
  const items = query.data?.items ?? noItems;
  const rules = useApprovalRules(items) ?? noRules;
  const rows = useMemo(() => items.map((item) => getRow(item, rules)), [items, rules]);
  return { query, rows };
}

const known = new WeakMap<ItemAnswer, { readonly rules: ApprovalRules; readonly row: QueueRow }>();

/** An autosave changes one item of many: the others keep their rows. */
function getRow(item: ItemAnswer, rules: ApprovalRules): QueueRow {
  const before = known.get(item);
  if (before?.rules === rules) return before.row;
  const row = toQueueRow(item, rules);
  known.set(item, { rules, row });
  return row;
}
