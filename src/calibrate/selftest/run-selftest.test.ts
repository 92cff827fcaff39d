import { describe, expect, it } from 'vitest';
import { runSelftest } from './run-selftest.ts';

describe('runSelftest', () => {
  it.each(runSelftest().map((row) => [`${row.id} ${row.metric}`, row] as const))('reproduces %s', (_, row) => {
    expect(Math.abs((row.ours ?? Number.NaN) - row.published)).toBeLessThanOrEqual(row.tolerance);
    expect(row.ok).toBe(true);
  });

  it('has every published metric, and marks those that we computed', () => {
    const rows = runSelftest();
    expect(rows.filter(({ isPublished }) => isPublished)).toHaveLength(44);
    // Wilson 3 × 2, Lee et al. 3, a table 4, McNemar 1.
    expect(rows.filter(({ isPublished }) => !isPublished)).toHaveLength(14);
  });
});
