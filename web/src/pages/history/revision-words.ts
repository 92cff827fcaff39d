import type { Revision } from './revision-runs.ts';

const words: Readonly<Record<string, string>> = {
  create: 'Created',
  import: 'Imported',
  edit: 'Edited',
  approve: 'Approved',
  skip: 'Skipped',
  draft: 'Reopened',
  delete: 'Deleted',
  restore: 'Restored',
  duplicate: 'Duplicated from another conversation',
};

/** An action as text. An unknown action of a newer server keeps its own name. */
export function toActionWords({ action }: Pick<Revision, 'action'>, count = 1): string {
  const word = words[action] ?? action;
  return count === 1 ? word : `${word}, ${count} saves`;
}
