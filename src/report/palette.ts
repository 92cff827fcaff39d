/** Highlights a text, or leaves it as it is. */
export type Paint = (text: string) => string;

/** How a report may be colored. Color is never the only signal. */
export interface Palette {
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly dim: Paint;
  readonly bold: Paint;
}

const leave: Paint = (text) => text;

export const plainPalette: Palette = { red: leave, green: leave, yellow: leave, dim: leave, bold: leave };
