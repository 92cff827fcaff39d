import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUrlKey } from './url-key.ts';

describe('toUrlKey', () => {
  it.each([
    ['HTTPS://Example.COM/Doc', 'https://example.com/Doc'],
    ['http://a:80/x', 'http://a/x'],
    ['https://a:443', 'https://a'],
    ['http://a:443/x', 'http://a:443/x'],
    ['http://a:/x', 'http://a/x'],
    ['http://a/x#part', 'http://a/x'],
    ['http://a/x/', 'http://a/x'],
    ['http://a/', 'http://a'],
    ['http://a/x/?q=/', 'http://a/x?q=/'],
    ['http://a?q=1#x', 'http://a?q=1'],
    ['http://User@A/x', 'http://User@a/x'],
    ['http://[::1]:80/', 'http://[::1]'],
    ['  http://a  ', 'http://a'],
  ])('makes %j one with %j', (url, key) => {
    expect(toUrlKey(url)).toBe(key);
  });

  it.each([
    ['plain words #1/', 'plain words #1/'],
    [' doc.pdf ', 'doc.pdf'],
    ['HTTP://', 'HTTP://'],
    ['http://a:b:c/', 'http://a:b:c/'],
    ['', ''],
  ])('leaves %j as it is, trimmed', (text, key) => {
    expect(toUrlKey(text)).toBe(key);
  });

  it('gives a key that is its own key', () => {
    const url = fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string());
    fc.assert(
      fc.property(url, (text) => {
        expect(toUrlKey(toUrlKey(text))).toBe(toUrlKey(text));
      }),
    );
  });

  it('names the same page as the address, fragment and slashes aside', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        const plain = (address: string) => {
          const { origin, pathname, search } = new URL(address);
          return `${origin}${pathname.replace(/\/+$/, '')}${search}`;
        };
        expect(plain(toUrlKey(`${url}#x`))).toBe(plain(url));
      }),
    );
  });
});
