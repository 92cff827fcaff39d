import { describe, expect, it } from 'vitest';
import { escapeHtml } from './escape-html.ts';

describe('text as HTML', () => {
  it.each([
    ['plain', 'plain'],
    ['</script><b class="x">&', '&lt;/script&gt;&lt;b class=&quot;x&quot;&gt;&amp;'],
    ["it's", 'it&#39;s'],
    ['\u001b[31m', '\u241b[31m'],
    ['\u202etxt', '\\u{202e}txt'],
    ['\u0000', '\u2400'],
    ['half \ud800', 'half \ufffd'],
  ])('%j is written as %j', (text, html) => {
    expect(escapeHtml(text)).toBe(html);
  });
});
