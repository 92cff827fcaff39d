import type { ColumnId } from './column-ids.ts';

/** What stands at the head of each column. */
export const columnLabels: Readonly<Record<ColumnId, string>> = {
  status: 'Status',
  id: 'ID',
  dataset: 'Dataset',
  question: 'Question',
  answer: 'Answer',
  turns: 'Turns',
  references: 'Refs',
  tags: 'Tags',
  turnTags: 'Turn tags',
  updated: 'Updated',
  by: 'By',
  reviewed: 'Reviewed',
  heldBy: 'Assigned to',
};
