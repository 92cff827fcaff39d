import { describe, expect, it } from 'vitest';
import { decodeEntities } from './to-inlines.ts';

describe('decodeEntities', () => {
  it.each([
    ['a &amp; b &lt;c&gt;', 'a & b <c>'],
    ['&#233;&#xE9;', 'éé'],
    ['&amp;lt;', '&lt;'],
    ['&unknown; &#0; &#xD800; &#9999999;', '&unknown; &#0; &#xD800; &#9999999;'],
    ['a & b', 'a & b'],
  ])('decodes %j to %j', (written, read) => {
    expect(decodeEntities(written)).toBe(read);
  });
});
