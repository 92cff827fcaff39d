import { describe, expect, it } from 'vitest';
import { effectiveVotes } from './effective-votes.ts';

describe('effectiveVotes', () => {
  it('counts judges that err together as one', () => {
    const errors = [
      [1, 1, 1],
      [0, 0, 0],
      [1, 1, 1],
    ];
    expect(effectiveVotes({ errors })).toEqual({ meanCorrelation: 1, effectiveVotes: 1 });
  });

  it('counts judges whose errors are unrelated in full', () => {
    const errors = [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ];
    expect(effectiveVotes({ errors })).toEqual({ meanCorrelation: 0, effectiveVotes: 2 });
  });

  it('leaves out pairs with a judge that is never wrong, and says so', () => {
    const result = effectiveVotes({
      errors: [
        [1, 1, 0],
        [0, 0, 0],
      ],
    });
    expect(result).toMatchObject({ meanCorrelation: 1, effectiveVotes: 1 });
    expect(result.why).toBe('2 of 3 pairs have a judge that is never or always wrong');
  });

  it('is null where no two judges can be compared', () => {
    expect(effectiveVotes({ errors: [[1, 0]] })).toMatchObject({ meanCorrelation: null, effectiveVotes: null });
    expect(effectiveVotes({ errors: [] })).toMatchObject({ effectiveVotes: null, why: 'no samples' });
  });

  it('counts one judge as one vote', () => {
    expect(effectiveVotes({ errors: [[1], [0]] })).toMatchObject({ meanCorrelation: null, effectiveVotes: 1 });
  });

  it('has no number of votes for errors that offset each other entirely', () => {
    const result = effectiveVotes({
      errors: [
        [1, 0],
        [0, 1],
      ],
    });
    expect(result).toMatchObject({ meanCorrelation: -1, effectiveVotes: null });
  });

  it('refuses rows of different lengths, no judges and other values', () => {
    expect(() => effectiveVotes({ errors: [[1, 0], [1]] })).toThrow(RangeError);
    expect(() => effectiveVotes({ errors: [[]] })).toThrow(RangeError);
    expect(() => effectiveVotes({ errors: [[2, 0]] })).toThrow(RangeError);
  });
});
