import { describe, expect, it } from 'vitest';
import { runSelftest } from './run-selftest.ts';

describe('runSelftest', () => {
  it.each(runSelftest().map((row) => [`${row.id} ${row.figure}`, row] as const))('reproduces %s', (_, row) => {
    expect(Math.abs((row.ours ?? Number.NaN) - row.published)).toBeLessThanOrEqual(row.tolerance);
    expect(row.ok).toBe(true);
  });

  it('has every published figure', () => {
    expect(runSelftest()).toHaveLength(58);
  });
});
