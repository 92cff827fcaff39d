import { describe, expect, it } from 'vitest';
import { findUrlFault } from './ref-url.ts';

describe('findUrlFault', () => {
  it.each([
    'http://a',
    'https://example.com/a?b=c#d',
    'kb://article/7',
    'docs/policy.md',
    'urn:isbn:1',
    'https://example.com/javascript:void(0)',
    'database:7',
  ])('finds nothing wrong with %j', (url) => {
    expect(findUrlFault(url)).toBeUndefined();
  });

  it.each([
    '',
    '   ',
    'http://a\u0000b',
    'http://a\nb',
    'http://a\u2028b',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java script :alert(1)',
    '\u0001javascript:alert(1)',
    'java\u200bscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/hosts',
    'FILE://x',
    'blob:https://a/b',
  ])('refuses %j', (url) => {
    expect(findUrlFault(url)).toMatch(/^[A-Z].*\.\n.*\.$/);
  });
});
