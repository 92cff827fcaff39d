import type { Paint, Palette } from '../report/palette.ts';

/** Colors for a terminal, or functions that change nothing. Color is never the only signal. */
export function toPalette(color: boolean): Palette {
  const paint =
    (code: number, end: number): Paint =>
    (text) =>
      color ? `\u001b[${code}m${text}\u001b[${end}m` : text;
  return {
    red: paint(31, 39),
    yellow: paint(33, 39),
    green: paint(32, 39),
    dim: paint(2, 22),
    bold: paint(1, 22),
  };
}
