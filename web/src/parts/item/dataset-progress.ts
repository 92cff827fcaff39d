import type { DatasetAnswer } from '../../../../src/contract/dataset.ts';

/** The review progress of a dataset. Deleted items do not count. */
export interface Progress {
  readonly all: number;
  readonly approved: number;
  /** Drafts, items in review, and items to adjudicate. */
  readonly open: number;
  readonly skipped: number;
}

export function toProgress({ counts }: Pick<DatasetAnswer, 'counts'>): Progress {
  const { approved = 0, skipped = 0, draft = 0 } = counts;
  const open = draft + (counts['in-review'] ?? 0) + (counts['awaiting-adjudication'] ?? 0);
  return { all: approved + skipped + open, approved, open, skipped };
}

export function toProgressWords({ all, approved, open, skipped }: Progress): string {
  if (all === 0) return 'No conversations yet';
  const parts = [
    [approved, 'approved'],
    [open, 'to review'],
    [skipped, 'skipped'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0);
  return shown.map(([count, word]) => `${count.toLocaleString('en')} ${word}`).join(', ');
}
