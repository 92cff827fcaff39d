import { describe, expect, it } from 'vitest';
import { parseThemeChoice, themeChoices, toNextTheme } from './theme-choice.ts';

describe('the choice of the theme', () => {
  it('goes through all of them and comes back', () => {
    const seen = [toNextTheme('system')];
    while (seen.length < themeChoices.length) seen.push(toNextTheme(seen.at(-1) ?? 'system'));
    expect(seen).toEqual(['light', 'dark', 'system']);
  });

  it.each([
    ['dark', 'dark'],
    ['light', 'light'],
    [undefined, 'system'],
    ['purple', 'system'],
  ])('reads %j as %s', (written, choice) => {
    expect(parseThemeChoice(written)).toBe(choice);
  });
});
