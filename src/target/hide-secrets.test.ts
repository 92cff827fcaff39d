import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideInEnd, hideInValue, hideSecrets } from './hide-secrets.ts';

const key = 'sk-live-0123456789';

describe('hideSecrets', () => {
  it.each([
    ['as it is', `key ${key}!`, 'key ***!'],
    ['twice', `${key}${key}`, '******'],
    ['as JSON writes it', JSON.stringify({ a: 'pass"word\\1' }), '{"a":"***"}'],
    ['as a URL writes it', `?q=${encodeURIComponent('p@ss word/1')}`, '?q=***'],
    ['with another secret inside', 'prefix-sk-live-0123456789', '***'],
    ['not, when it is a short word', 'beta', 'beta'],
  ])('hides a secret %s', (_title, text, hidden) => {
    expect(hideSecrets(text, [key, 'pass"word\\1', 'p@ss word/1', 'prefix-sk-live-0123456789', 'beta'])).toBe(hidden);
  });
});

describe('hideInEnd', () => {
  it('leaves no part of a secret that was cut in two', () => {
    for (let from = 1; from < key.length; from += 1) {
      expect(hideInEnd(`${key.slice(from)} rest ${key}`, [key])).toBe(' rest ***');
    }
  });

  it('leaves no four signs of a secret, wherever a text is cut', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(60), fc.string(), (before, from, after) => {
        const end = `${before}${key}${after}`.slice(from);
        expect(hideInEnd(end, [key])).not.toContain(key.slice(-4));
      }),
    );
  });
});

it('hideInValue hides in texts at any depth, and in names of keys', () => {
  expect(hideInValue({ a: [key, 1, null], [key]: { b: `x${key}` } }, [key])).toEqual({
    a: ['***', 1, null],
    '***': { b: 'x***' },
  });
});
