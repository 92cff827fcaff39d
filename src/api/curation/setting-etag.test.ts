import { describe, expect, it } from 'vitest';
import { findWantedEtag, getWantedEtag } from './setting-etag.ts';

describe('If-Match of a setting', () => {
  it.each([
    [undefined, {}],
    ['', {}],
    ['*', {}],
    ['"a"', { etag: 'a' }],
    ['a', { etag: 'a' }],
    ['W/"a"', { etag: '' }],
  ])('%j asks for %j', (header, wanted) => {
    expect(findWantedEtag(header)).toEqual(wanted);
  });

  it('may be left out for a text only while there is none', () => {
    expect(getWantedEtag(undefined, { value: '', etag: '0' })).toBe('0');
    expect(getWantedEtag('"7"', { value: 'text', etag: '8' })).toBe('7');
    for (const header of [undefined, '*']) {
      const attempt = () => getWantedEtag(header, { value: 'text', etag: '8' });
      expect(attempt).toThrow(expect.objectContaining({ code: 'API_PRECONDITION_REQUIRED' }));
    }
  });
});
