import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdownCode } from './markdown-parts.ts';

describe('renderMarkdownCode', () => {
  it.each([
    ['late-refund', '<code>late&#45;refund</code>'],
    ['a | b', '<code>a &#124; b</code>'],
    ['@everyone </code><script>', '<code>&#64;everyone &#60;&#47;code&#62;&#60;script&#62;</code>'],
    ['one\n\ntwo\u001b[31m', '<code>one two␛&#91;31m</code>'],
    ['  ', ''],
  ])('shows %j as %s', (text, shown) => {
    expect(renderMarkdownCode(text)).toBe(shown);
  });

  it('leaves nothing of any text that Markdown or HTML could read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const inner = renderMarkdownCode(text).replace(/^<code>|<\/code>$/g, '');
        expect(inner.replaceAll(/&#\d+;/g, '')).not.toMatch(/[!-/:-@[-`{-~\n\u0000-\u0008]/);
      }),
    );
  });
});
