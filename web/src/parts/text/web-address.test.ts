import { describe, expect, it } from 'vitest';
import { findWebHost, isHostPlain } from './web-address.ts';

describe('findWebHost', () => {
  it.each([
    ['https://example.com/returns?x=1', 'example.com'],
    ['HTTP://Example.com:8080', 'example.com:8080'],
    [' https://example.com ', 'example.com'],
    ['https://good.example@evil.example/', 'evil.example'],
    ['https://еxample.com/', 'xn--xample-2of.com'],
  ])('returns the real host of %s', (url, host) => {
    expect(findWebHost(url)).toBe(host);
  });

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'returns.md',
    '//example.com/x',
    'https://',
    'https:example.com',
    'mailto:a@example.com',
    '',
  ])('returns undefined for %j', (url) => {
    expect(findWebHost(url)).toBeUndefined();
  });
});

describe('isHostPlain', () => {
  it.each([
    ['https://example.com/returns', true],
    ['HTTPS://Example.com:443/a@b', true],
    ['http://example.com:8080', true],
    ['https://bank.example@enemy.example/login', false],
    ['https://b\u0430nk.example/login', false],
    ['https://enemy.example\\@bank.example/', true],
    ['https://enemy.example/\u202Enigol/elpmaxe.knab', false],
    ['returns.md', false],
  ])('of %j is %j', (url, isPlain) => {
    expect(isHostPlain(url)).toBe(isPlain);
  });
});
