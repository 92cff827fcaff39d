import { describe, expect, it } from 'vitest';
import { mergeTestSets, mergeTestSetUses, toJudgeNumber, toTestSet } from './test-set-use.ts';

const use = (judge: string, at: string, ...samples: string[]) => ({ judge, at, place: 0, samples });

describe('toJudgeNumber', () => {
  it('counts the judges that saw any of the samples before', () => {
    const uses = [use('a', '1', 's', 't'), use('b', '2', 's'), use('c', '3', 'u')];
    expect(toJudgeNumber('a', ['s', 't'], uses)).toBe(1);
    expect(toJudgeNumber('b', ['s', 't'], uses)).toBe(2);
    expect(toJudgeNumber('new', ['s', 't'], uses)).toBe(3);
    expect(toJudgeNumber('new', ['u'], uses)).toBe(2);
    expect(toJudgeNumber('new', ['v'], uses)).toBe(1);
  });

  it('gives no judge an early number for a sample of its own', () => {
    // Each judge was tried on a dummy first, then on the real samples together with it.
    const uses = [use('a', '1', 'da'), use('b', '2', 'db'), use('a', '3', 's'), use('b', '4', 's')];
    expect(toJudgeNumber('b', ['s', 'db'], uses)).toBe(2);
  });

  it('distinguishes judges of one calibration by their position', () => {
    const uses = [
      { judge: 'b', at: '1', place: 1, samples: ['s'] },
      { judge: 'a', at: '1', place: 0, samples: ['s'] },
    ];
    expect([toJudgeNumber('a', ['s'], uses), toJudgeNumber('b', ['s'], uses)]).toEqual([1, 2]);
  });
});

it('keeps the first use of a sample', () => {
  expect(mergeTestSetUses([use('a', '2', 's', 't'), use('a', '1', 's')])).toEqual([
    use('a', '1', 's'),
    use('a', '2', 't'),
  ]);
});

it('keeps uses when the samples change', () => {
  const first = toTestSet(['s', 't'], [use('a', '1', 's', 't')]);
  const second = toTestSet(['u'], [use('b', '2', 'u')]);
  expect(mergeTestSets(first, second)).toEqual({
    samples: ['s', 't', 'u'],
    uses: [
      { judge: 'a', at: '1', place: 0, samples: [0, 1] },
      { judge: 'b', at: '2', place: 0, samples: [2] },
    ],
  });
  expect(mergeTestSets(undefined, second)).toEqual(second);
});
