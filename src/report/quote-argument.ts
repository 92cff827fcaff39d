import { joinList } from '../base/list-text.ts';
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

/** The values of an option that takes a comma-separated list, such as `--case`: their own commas do not separate. */
export function quoteList(values: readonly string[]): string {
  return quoteArgument(joinList(values));
}
