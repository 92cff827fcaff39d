const shown = 14;
/** Two lines are not worth folding. */
const leastHidden = 4;

export interface FirstLines {
  readonly first: string;
  readonly hidden: number;
}

/** The beginning of a text of many lines, and how many lines are behind it. */
export function toFirstLines(text: string): FirstLines {
  const lines = text.split('\n');
  const hidden = lines.length - shown;
  return hidden < leastHidden ? { first: text, hidden: 0 } : { first: lines.slice(0, shown).join('\n'), hidden };
}
