import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAttributes } from './html-tokens.ts';

describe('readAttributes', () => {
  it.each([
    [
      'quoted values',
      ` rel="canonical" href='https://a.example.com/'`,
      { rel: 'canonical', href: 'https://a.example.com/' },
    ],
    [
      'bare values',
      ' rel=canonical href=https://a.example.com/?b=1&c=2',
      { rel: 'canonical', href: 'https://a.example.com/?b=1&c=2' },
    ],
    ['blanks around the sign', ' rel \n=\t "a"', { rel: 'a' }],
    ['names in any case', ' REL=A', { rel: 'A' }],
    ['names without a value', ' async defer/ rel=a', { async: '', defer: '', rel: 'a' }],
    ['the first of two with one name', ' rel=a rel=b', { rel: 'a' }],
    ['values that stand next to each other', ` a="b"c='d'`, { a: 'b', c: 'd' }],
    ['the other quote inside a value', ` a="it's" b='"'`, { a: "it's", b: '"' }],
    ['an empty value', ' a="" b=', { a: '', b: '' }],
    ['a sign that begins a name', ' =a=b', { '=a': 'b' }],
    ['a value that is never closed', ' a="b c', { a: 'b c' }],
    ['nothing', ' / ', {}],
    ['nothing of what is too long to be meant', ` rel=a ${' '.repeat(4_000)}`, {}],
  ])('reads %s', (_title, written, attributes) => {
    expect(Object.fromEntries(readAttributes(written))).toEqual(attributes);
  });

  it('gives back what was written, whatever the values are', () => {
    const name = fc.stringMatching(/^[a-z][a-z\d-]{0,8}$/);
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ maxLength: 20 }), { maxKeys: 8 }), (attributes) => {
        const quoted = Object.entries(attributes).map(([key, value]) => [key, value.replaceAll('"', "'")] as const);
        const written = quoted.map(([key, value]) => ` ${key}="${value}"`).join('');
        expect([...readAttributes(written)]).toEqual(quoted);
      }),
    );
  });

  it('never fails', () => {
    const sign = fc.constantFrom('"', "'", '=', '/', ' ', '\n', 'a', '<', '>', '`', '\u00a0');
    fc.assert(fc.property(fc.string({ unit: sign, maxLength: 60 }), (written) => void readAttributes(written)));
  });
});
