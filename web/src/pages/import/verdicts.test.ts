import { describe, expect, it } from 'vitest';
import type { ImportRow } from '../../../../src/contract/import-file.ts';
import { countVerdicts, listDatasets, listRows, toNextVerdict } from './verdicts.ts';

const refused = [{ path: '', code: 'IMPORT_REFUSED', message: 'Another one failed.' }];
const rows: readonly ImportRow[] = [
  { index: 0, dataset: 'b', id: 'a', verdict: 'created' },
  { index: 1, dataset: 'a', id: 'b', verdict: 'unchanged' },
  { index: 2, dataset: 'c', id: 'c', verdict: 'failed', problems: refused },
  { index: 3, verdict: 'failed', problems: [{ path: 'id', code: 'ITEM_BAD_VALUE', message: 'No.' }] },
];
const counts = { created: 1, updated: 0, unchanged: 1, failed: 2, piiWarnings: 0, duplicateWarnings: 0 };

describe('verdicts', () => {
  it('counts failed conversations apart from blocked ones, and leaves out zeros', () => {
    expect([...countVerdicts({ counts, rows })]).toEqual([
      ['created', 1],
      ['unchanged', 1],
      ['held', 1],
      ['failed', 1],
    ]);
  });

  it('lists the rows of one verdict, or all', () => {
    expect(listRows(rows, 'held').map(({ index }) => index)).toEqual([2]);
    expect(listRows(rows, 'failed').map(({ index }) => index)).toEqual([3]);
    expect(listRows(rows, 'all')).toHaveLength(4);
  });

  it('cycles through the verdicts in use', () => {
    expect(toNextVerdict('all', ['created', 'failed'])).toBe('created');
    expect(toNextVerdict('failed', ['created', 'failed'])).toBe('all');
    expect(toNextVerdict('updated', ['created'])).toBe('all');
  });

  it('names the datasets of conversations that are not refused', () => {
    expect(listDatasets(rows)).toEqual(['a', 'b']);
  });
});
