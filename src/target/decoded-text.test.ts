import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, isPlainText } from './decoded-text.ts';

describe('decodeText', () => {
  it.each([
    ['plain', 'plain'],
    ['\\u0041\\u00e9', 'Aé'],
    ['\\\\u0041', 'A'],
    ['a\\/b\\"c', 'a/b"c'],
    ['%41%c3%A9+x', 'Aé x'],
    ['%2541', 'A'],
    ['%ff', '%ff'],
    ['&quot;&#65;&#x42;&amp;', '"AB&'],
    ['\\u0026quot;', '"'],
    ['one\n  two\r\nthree', 'onetwothree'],
    ['one\\n  two', 'onetwo'],
    ['&#9999999;', ''],
    ['100 % & more \\', '100 % & more '],
    ['\\Nora', 'Nora'],
  ])('reads %j as %j', (text, decoded) => {
    expect(decodeText(text).text).toBe(decoded);
  });

  it('knows which part each sign came from', () => {
    const { text, starts, ends } = decodeText('a%C3%A9\\u0062c');
    expect([...text].map((sign, at) => [sign, starts[at], ends[at]])).toEqual([
      ['a', 0, 1],
      ['é', 1, 7],
      ['b', 7, 13],
      ['c', 13, 14],
    ]);
  });

  it('reads a text and its JSON alike, and leaves plain texts alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeText(JSON.stringify(text)).text).toBe(decodeText(`"${text}"`).text);
        if (isPlainText(text)) expect(decodeText(text).text).toBe(text);
      }),
    );
  });

  it('takes any text, and keeps its parts in order', () => {
    const sign = fc.constantFrom(
      '\\',
      'u',
      '0',
      '4',
      '1',
      '%',
      'c',
      '3',
      'a',
      '9',
      '&',
      '#',
      ';',
      'x',
      '\n',
      ' ',
      '+',
      '\ud83d',
    );
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 40 }), (text) => {
        const { text: decoded, starts, ends } = decodeText(text);
        expect([starts.length, ends.length]).toEqual([decoded.length, decoded.length]);
        for (let at = 0; at < decoded.length; at += 1) {
          const [start = -1, end = -1] = [starts[at], ends[at]];
          expect(start >= (starts[at - 1] ?? 0) && end > start && end <= text.length).toBe(true);
        }
      }),
    );
  });
});
