import { describe, expect, it } from 'vitest';
import { renderTranscript, toVisibleText } from './transcript.ts';

describe('renderTranscript', () => {
  it('numbers turns and indents their text', () => {
    const messages = [
      { role: 'user', content: ['Look', { type: 'file' as const, value: './a.md' }] },
      { role: 'assistant', content: null, tool_calls: [{ name: 'find', arguments: { q: 'a' } }] },
    ];
    expect(renderTranscript(messages)).toBe(
      [' 0  User', '    Look', '', '    [file: a.md]', '', ' 1  Assistant', '    → find({"q":"a"})'].join('\n'),
    );
  });

  it.each([
    ['\u001b[2J', '␛[2J'],
    ['a\rb', 'a␍b'],
    ['\u202eevil', '\\u{202e}evil'],
    ['tab\tstays', 'tab\tstays'],
  ])('makes the invisible visible in %j', (text, shown) => {
    expect(toVisibleText(text)).toBe(shown);
  });
});
