import { describe, expect, it } from 'vitest';
import css from './tokens.css?raw';

const tokens = new Map(
  [...css.matchAll(/--tw-([a-z-]+): light-dark\((#[0-9a-f]{6,8}), (#[0-9a-f]{6,8})\);/gu)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

/** WCAG 2: relative luminance of an sRGB color. */
function toLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2: (lighter + 0.05) ÷ (darker + 0.05), from 1 to 21. */
function toContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [toLuminance(one), toLuminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function getToken(name: string, theme: 'light' | 'dark'): string {
  const token = tokens.get(name);
  if (token === undefined) throw new Error(`tokens.css has no --tw-${name}.`);
  return token[theme];
}

const grounds = ['paper', 'card', 'shade', 'hover', 'user', 'accent-soft'];
const texts: readonly (readonly [string, readonly string[]])[] = [
  ['ink', [...grounds, 'mark', 'pass-soft', 'fail-soft', 'warn-soft']],
  ['quiet', grounds],
  ['accent', grounds],
  ['pass', ['paper', 'card', 'shade', 'hover', 'pass-soft']],
  ['fail', ['paper', 'card', 'shade', 'hover', 'fail-soft']],
  ['warn', ['paper', 'card', 'shade', 'hover', 'warn-soft']],
  ['accent-ink', ['accent']],
  ['paper', ['ink']],
];
const pairs = (['light', 'dark'] as const).flatMap((theme) =>
  texts.flatMap(([text, behind]) => behind.map((ground) => ({ theme, text, ground }))),
);

describe('theme colors', () => {
  it('have contrast 21 for black and white, and 1 for equal colors', () => {
    expect(toContrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(toContrast('#5b616a', '#5b616a')).toBe(1);
  });

  it.each(pairs)('$text on $ground has a contrast of 4.5 in $theme (AA)', ({ theme, text, ground }) => {
    expect(toContrast(getToken(text, theme), getToken(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(
    (['light', 'dark'] as const).flatMap((theme) =>
      ['paper', 'card'].flatMap((ground) => ['field', 'accent'].map((edge) => ({ theme, ground, edge }))),
    ),
  )('the edge $edge on $ground has a contrast of 3 in $theme (AA)', ({ theme, ground, edge }) => {
    expect(toContrast(getToken(edge, theme), getToken(ground, theme))).toBeGreaterThanOrEqual(3);
  });

  it('have one class each', () => {
    const classes = [...css.matchAll(/--color-([a-z-]+): var\(--tw-([a-z-]+)\);/gu)];
    expect(classes.map(([, name]) => name)).toEqual([...tokens.keys()]);
    for (const [, name, token] of classes) expect(token).toBe(name);
  });
});
