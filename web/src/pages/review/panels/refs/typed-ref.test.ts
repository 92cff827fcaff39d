import { describe, expect, it } from 'vitest';
import { findPastedUrl, readTypedRef } from './typed-ref.ts';

describe('readTypedRef', () => {
  it.each([
    ['', { kind: 'nothing' }],
    ['  ', { kind: 'nothing' }],
    ['late refund', { kind: 'words', words: 'late refund', url: undefined }],
    ['refund', { kind: 'words', words: 'refund', url: undefined }],
    ['returns.md', { kind: 'words', words: 'returns.md', url: 'returns.md' }],
    [' https://a.example/b ', { kind: 'url', url: 'https://a.example/b' }],
    ['www.a.example', { kind: 'url', url: 'https://www.a.example' }],
    ['urn:isbn:123', { kind: 'url', url: 'urn:isbn:123' }],
    ['see https://a.example', { kind: 'words', words: 'see https://a.example', url: undefined }],
  ])('takes %j for %j', (text, typed) => {
    expect(readTypedRef(text)).toEqual(typed);
  });

  it('says what is wrong with an address that would not be kept', () => {
    expect(readTypedRef('javascript:alert(1)')).toEqual({
      kind: 'fault',
      problem: 'A url with "javascript:" is not allowed. Use an http or https address.',
    });
  });
});

describe('findPastedUrl', () => {
  it('finds the first web address of a text', () => {
    expect(findPastedUrl('See (https://a.example/b), then https://c.example.')).toBe('https://a.example/b');
    expect(findPastedUrl('javascript:alert(1)')).toBeUndefined();
  });
});
