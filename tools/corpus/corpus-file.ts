/** Whether Turnwise reads a file as what it is. `without-a-grader`: an eval that loads, but a grader of it does not. */
export type Loads = 'yes' | 'without-a-grader' | 'no' | 'missing-include' | 'not-a-grader' | 'not-data';

/** What Turnwise makes of one file of a folder. */
export interface CorpusFile {
  /** Its path in the folder, with forward slashes. */
  readonly file: string;
  readonly kind: string;
  readonly loads: Loads;
  /** Why it does not load. */
  readonly error?: string;
  /** What is lost, each with its count. */
  readonly lost: readonly string[];
  /** What would run, be judged or be reviewed. */
  readonly contents?: string;
  /** What happened when it was played, calibrated or imported. */
  readonly outcome?: Outcome;
}

export interface Outcome {
  readonly isGood: boolean;
  readonly text: string;
}

/** The kind of files that no command recognizes, such as fixtures. */
export const unknownKind = 'not recognized';

/** How often each text occurs, in the order of first appearance: `3 × text`. */
export function countTexts(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count === 1 ? text : `${count} × ${text}`));
}

/** `1 case`, `1,388 items`. */
export function toCount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
