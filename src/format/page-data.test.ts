import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBlockJson } from './page-data.ts';

describe('JSON inside a script element', () => {
  it('contains nothing that could end the element, begin a comment or break a line', () => {
    const text = toBlockJson({ '</script>': '<!-- \u2028 \u2029 \n' });
    expect(text).toBe('{"\\u003c/script>":"\\u003c!-- \\u2028 \\u2029 \\n"}');
  });

  it('is well-formed text, even for unpaired surrogates', () => {
    expect(toBlockJson('\ud800').isWellFormed()).toBe(true);
  });

  it('parses back to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = toBlockJson(value);
        expect(text).not.toMatch(/[<\u2028\u2029\n]/);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
