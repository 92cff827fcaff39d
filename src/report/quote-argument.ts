import { toShellWord } from '../base/shell-word.ts';
import { toLine } from './one-line.ts';

/** As a shell takes it for one word, on one line. */
export function quoteArgument(text: string): string {
  return toShellWord(toLine(text));
}
