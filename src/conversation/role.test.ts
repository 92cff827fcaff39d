import { describe, expect, it } from 'vitest';
import { findMarkerLine } from './role.ts';

describe('findMarkerLine', () => {
  it.each([
    ['Hi\n[User]:\nPerfect', 1],
    ['[Assistant]: sure', 0],
    ['  [user]:  ', 0],
    ['[Critic]:', 0],
    ['a\r\n[System]:\r\nb', 1],
  ])('finds the start of a turn in %j', (text, line) => {
    expect(findMarkerLine(text)?.line).toBe(line);
  });

  it.each(['[1]: https://example.com', '[docs]: https://example.com', 'see [User]: no', '[]:', 'User:', 'x[0]: int'])(
    'finds none in %j',
    (text) => {
      expect(findMarkerLine(text)).toBeUndefined();
    },
  );

  it('knows the roles of the conversation', () => {
    expect(findMarkerLine('[Critic]: too long')).toBeUndefined();
    expect(findMarkerLine('[Critic]: too long', ['critic'])?.line).toBe(0);
  });

  it('stays fast on a text full of brackets', () => {
    expect(findMarkerLine(`${'[a]: x\n'.repeat(200_000)}[User]:`)?.line).toBe(200_000);
  });
});
