import { toShellWord } from '../base/shell-word.ts';
import { toLine } from './one-line.ts';

/** As a shell takes it for one word, on one line. */
export function quoteArgument(text: string): string {
  return toShellWord(toLine(text));
}

/** How a command finds its database: ` --db <file>`, or nothing for the one of the project. */
export function renderDb(db: string | undefined): string {
  return db === undefined ? '' : ` --db ${quoteArgument(db)}`;
}

/** One value of an option that takes a comma-separated list, such as `--case`: its own commas do not separate. */
export function quoteValue(text: string): string {
  return quoteArgument(text.replaceAll(',', '\\,'));
}
