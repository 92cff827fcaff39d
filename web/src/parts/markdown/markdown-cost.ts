/** Longer texts are shown as they were written. */
export const mostMarkdown = 200_000;

/** Blocks in blocks: what is deeper is shown as it was written. */
export const deepestBlocks = 12;

/** A text is read once for each block that holds it; lists in quotes are read again for each line that goes on. */
export const mostReadings = 3 * deepestBlocks;

/** Signs of a piece times its characters, over a whole text. A long manual has less than half of it. */
export const mostPairings = 6_000_000;

const mostTasks = 2000;
const mostSigns = 1000;
const longestRun = 100;
const deepestNesting = 30;

const deepLine = new RegExp(`^[ \\t]*(?:>[ \\t]*|(?:[-+*]|\\d{1,9}[.)])[ \\t]+){${deepestNesting}}`, 'mu');
const task = /\[[ xX]\][ \t]/gu;
const sign = /[*_!`~[\]<&]/gu;
const run = new RegExp(`([*_!\`~\\[\\]<>()&"'\\\\])\\1{${longestRun}}|\\S[ \\t]{${longestRun}}`, 'u');

/**
 * Whether the blocks of a text would keep the reader of Markdown busy for longer than a blink: it is very long, or has
 * quotes in quotes and lists in lists without end, or tasks that Marked pairs up with each other. No message that means
 * what it says is like that.
 */
export function isTooMuch(text: string): boolean {
  return text.length > mostMarkdown || deepLine.test(text) || (text.match(task)?.length ?? 0) > mostTasks;
}

/**
 * Whether a paragraph holds so many signs, or so many in a row, that pairing them up would take long: the reader looks
 * from each of them for the others.
 */
export function isCrowded(paragraph: string): boolean {
  if (paragraph.length < longestRun) return false;
  if (run.test(paragraph)) return true;
  return paragraph.length > mostSigns && countSigns(paragraph) > mostSigns;
}

/** How many characters of a paragraph may begin or end something. */
export function countSigns(paragraph: string): number {
  return paragraph.match(sign)?.length ?? 0;
}
