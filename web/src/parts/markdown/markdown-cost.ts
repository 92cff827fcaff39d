/** Longer texts are shown as they were written. */
export const mostMarkdown = 200_000;

const mostSigns = 1000;
const longestRun = 100;
const deepestNesting = 30;

const deepLine = new RegExp(`^[ \\t]*(?:>[ \\t]*|(?:[-+*]|\\d{1,9}[.)])[ \\t]+){${deepestNesting}}`, 'mu');
const sign = /[*_!`~[\]<&]/gu;
const run = new RegExp(`([*_!\`~\\[\\]<>()&"'\\\\])\\1{${longestRun}}|\\S[ \\t]{${longestRun}}`, 'u');

/**
 * Whether the blocks of a text would keep the reader of Markdown busy for longer than a blink: it is very long, or has
 * quotes in quotes and lists in lists without end. No message that means what it says is like that.
 */
export function isTooMuch(text: string): boolean {
  return text.length > mostMarkdown || deepLine.test(text);
}

/**
 * Whether a paragraph holds so many signs, or so many in a row, that pairing them up would take long: the reader looks
 * from each of them for the others.
 */
export function isCrowded(paragraph: string): boolean {
  if (paragraph.length < longestRun) return false;
  if (run.test(paragraph)) return true;
  return paragraph.length > mostSigns && (paragraph.match(sign)?.length ?? 0) > mostSigns;
}
