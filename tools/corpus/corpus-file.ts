/**
 * What Turnwise makes of a file.
 *
 * - `without-a-grader`: an eval that loads, but a grader of it does not.
 * - `missing-include`, `not-a-grader`: decks that cannot work as graders, whatever reads them.
 * - `old-pairs`: samples in the form before `messages`, which are skipped with the new form shown.
 * - `other-format`: a format of another tool that Turnwise names and does not read.
 * - `unknown`: data without a conversation, or in a form that no command recognizes.
 * - `not-tried`: a link, or a file that cannot be opened or is too big for this tool.
 * - `crashed`: a bug of Turnwise.
 * - `part`: a file with cases or a prompt of an eval, which counts with the eval.
 * - `not-data`: prompts, programs and licenses.
 */
export type Loads =
  | 'yes'
  | 'without-a-grader'
  | 'no'
  | 'missing-include'
  | 'not-a-grader'
  | 'old-pairs'
  | 'other-format'
  | 'unknown'
  | 'not-tried'
  | 'crashed'
  | 'part'
  | 'not-data';

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
  /** true: an eval whose cases are in the file next to it. */
  readonly isHead?: true;
  /** Other files that an eval reads its cases and prompts from. */
  readonly parts?: readonly string[];
  /** How many samples a deck has. */
  readonly samples?: number;
  /** The conversations that `import` found in it. */
  readonly imported?: ImportedFile;
  /** What happened when it was played or calibrated. */
  readonly outcome?: Outcome;
}

/** The conversations of a file after `import`. */
export interface ImportedFile {
  readonly items: number;
  readonly assistantTurns: number;
  /** Assistant turns that every-turn play asks for. */
  readonly everyTurn: number;
  readonly toolCalls: number;
  /** Conversations whose messages are all the same as in the file. Absent: this tool cannot read the file's form. */
  readonly equal?: { readonly equal: number; readonly all: number };
  /** pass^1, pass^2, … if the file has rewards. */
  readonly passHatK?: readonly (number | null)[];
  /** Questions without replies, written as an eval file. */
  readonly scripts?: { readonly cases: number; readonly turns: number };
}

export interface Outcome {
  readonly isGood: boolean;
  readonly text: string;
}

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

/** `.420 .273 .220 .200`. */
export function renderPassHatK(values: readonly (number | null)[]): string {
  const shown = values.map((value) => value?.toFixed(3).replace(/^0/, '') ?? 'null');
  return `pass^1..${values.length} = ${shown.join(' ')}`;
}

/** What a command says went wrong, in short. */
export function toFirstLine(text: string): string {
  return text.trim().split('\n').slice(0, 3).join(' ').replace(/\s+/g, ' ').slice(0, 300);
}
