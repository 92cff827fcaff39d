import { describe, expect, it } from 'vitest';
import { findNextRemark, type RemarkStep } from './use-panel-actions.ts';

const remark = (message: string) => ({ path: 'manualTags', message });

function walk(remarks: readonly ReturnType<typeof remark>[], steps: number, from?: RemarkStep) {
  const seen: (string | undefined)[] = [];
  let last = from;
  for (let step = 0; step < steps; step++) {
    last = findNextRemark(remarks, last);
    seen.push(last?.remark.message);
  }
  return seen;
}

describe('findNextRemark', () => {
  it('steps through all of them and wraps, even if several have one path', () => {
    expect(walk([remark('a'), remark('b'), remark('c')], 4)).toEqual(['a', 'b', 'c', 'a']);
  });

  it('steps past two equal ones', () => {
    expect(walk([remark('a'), remark('a'), remark('b')], 4)).toEqual(['a', 'a', 'b', 'a']);
  });

  it('continues with the one after what was fixed', () => {
    const last = { index: 1, remark: remark('b') };
    expect(walk([remark('a'), remark('c')], 1, last)).toEqual(['c']);
    expect(walk([remark('a')], 1, last)).toEqual(['a']);
  });

  it('finds the last one again where it has moved', () => {
    expect(walk([remark('b'), remark('c')], 1, { index: 1, remark: remark('b') })).toEqual(['c']);
  });

  it('finds nothing where nothing is missing', () => {
    expect(findNextRemark([], undefined)).toBeUndefined();
  });
});
