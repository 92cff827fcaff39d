/** Longer texts are shown as written. */
export const mostMarkdown = 200_000;

/** Blocks nested deeper than this are shown as written. */
export const deepestBlocks = 12;

/** A text is parsed once for each block that contains it, and lists in quotes again for each continued line. */
export const mostReadings = 3 * deepestBlocks;

/** Delimiters of a piece times its characters, summed over a text. A long manual has less than half of it. */
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
 * Whether parsing the blocks of a text would take noticeably long: it is very long, nests quotes and lists endlessly,
 * or has tasks that Marked pairs with each other. No ordinary message is like that.
 */
export function isTooMuch(text: string): boolean {
  return text.length > mostMarkdown || deepLine.test(text) || (text.match(task)?.length ?? 0) > mostTasks;
}

/**
 * Whether a paragraph has too many delimiters, in total or in a row, to pair them quickly. The lexer scans from each of
 * them for the others.
 */
export function isCrowded(paragraph: string): boolean {
  if (paragraph.length < longestRun) return false;
  if (run.test(paragraph)) return true;
  return paragraph.length > mostSigns && countSigns(paragraph) > mostSigns;
}

/** The number of characters in a paragraph that may start or end something. */
export function countSigns(paragraph: string): number {
  return paragraph.match(sign)?.length ?? 0;
}
