import type { ImportRow } from '../../../../src/contract/import-file.ts';
import type { ImportReport } from '../../data/imports.ts';

/** The result for a conversation. `held`: it has no problem, but others in the file block it. */
export type Verdict = ImportRow['verdict'] | 'held';

export const verdicts: readonly Verdict[] = ['created', 'updated', 'unchanged', 'held', 'failed'];

export function toVerdict({ verdict, problems }: Pick<ImportRow, 'verdict' | 'problems'>): Verdict {
  return problems?.[0]?.code === 'IMPORT_REFUSED' ? 'held' : verdict;
}

/** The words before and after the import. */
const words: Readonly<Record<Verdict, readonly [would: string, did: string]>> = {
  created: ['New', 'Added'],
  updated: ['Updates', 'Updated'],
  unchanged: ['Already exists', 'Already exists'],
  held: ['Not imported', 'Not imported'],
  failed: ['Fails', 'Failed'],
};

export function toVerdictWord(verdict: Verdict, isDone: boolean): string {
  return words[verdict][isDone ? 1 : 0];
}

/** The number of conversations per verdict, without zeros. */
export function countVerdicts({ counts, rows }: Pick<ImportReport, 'counts' | 'rows'>): ReadonlyMap<Verdict, number> {
  const held = counts.failed === 0 ? 0 : rows.filter((row) => toVerdict(row) === 'held').length;
  const all: Readonly<Record<Verdict, number>> = { ...counts, held, failed: counts.failed - held };
  return new Map(verdicts.flatMap((verdict) => (all[verdict] === 0 ? [] : [[verdict, all[verdict]]])));
}

/** The rows of one verdict, or all of them. */
export function listRows(rows: readonly ImportRow[], verdict: Verdict | 'all'): readonly ImportRow[] {
  return verdict === 'all' ? rows : rows.filter((row) => toVerdict(row) === verdict);
}

/** The next filter: all rows, then each verdict in use. */
export function toNextVerdict(shown: Verdict | 'all', there: Iterable<Verdict>): Verdict | 'all' {
  const order: readonly (Verdict | 'all')[] = ['all', ...there];
  return order[(order.indexOf(shown) + 1) % order.length] ?? 'all';
}

/** The datasets of the conversations in the file. */
export function listDatasets(rows: readonly ImportRow[]): readonly string[] {
  const names = new Set<string>();
  for (const { dataset, verdict } of rows) if (dataset !== undefined && verdict !== 'failed') names.add(dataset);
  return [...names].sort();
}
