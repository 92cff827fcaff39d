import { describe, expect, it } from 'vitest';
import { parseThemeChoice, themeChoices, toNextTheme } from './theme-choice.ts';

describe('the theme choice', () => {
  it('cycles through all themes', () => {
    const seen = [toNextTheme('system')];
    while (seen.length < themeChoices.length) seen.push(toNextTheme(seen.at(-1) ?? 'system'));
    expect(seen).toEqual(['light', 'dark', 'system']);
  });

  it.each([
    ['dark', 'dark'],
    ['light', 'light'],
    [undefined, 'system'],
    ['purple', 'system'],
  ])('parses %j as %s', (written, choice) => {
    expect(parseThemeChoice(written)).toBe(choice);
  });
});
