import { describe, expect, it } from 'vitest';
import { parseIfMatch } from './if-match.ts';

describe('parseIfMatch', () => {
  it.each([
    ['"a1"', ['a1']],
    ['a1', ['a1']],
    ['"a1", "b2"', ['a1', 'b2']],
    ['"a1","b2",', ['a1', 'b2']],
    ['W/"a1"', []],
    ['W/"a1", "b2"', ['b2']],
    ['"*"', ['*']],
  ])('reads %j', (header, etags) => {
    expect(parseIfMatch(header)).toEqual(etags);
  });

  it.each([undefined, '', ' ', '*', ' * ', '"a1", *'])(
    'refuses %j, which would overwrite an unread version',
    (header) => {
      expect(() => parseIfMatch(header)).toThrow(expect.objectContaining({ code: 'API_PRECONDITION_REQUIRED' }));
    },
  );
});
