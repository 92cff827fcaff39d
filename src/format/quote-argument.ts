import { joinList } from '../base/list-text.ts';
import { toShellWord } from '../base/shell-word.ts';
import { toVisibleText } from './transcript.ts';

/** Quotes a text as one word of a shell, on one line. Spaces stay, because they may be part of an id. */
export function quoteArgument(text: string): string {
  return toShellWord(toVisibleText(text).replaceAll('\n', ' '));
}

/** The option that selects the database: ` --db <file>`, or nothing for the project's own. */
export function renderDb(db: string | undefined): string {
  return db === undefined ? '' : ` --db ${quoteArgument(db)}`;
}

/** Joins values for an option with a comma-separated list, such as `--case`. Commas inside a value do not separate. */
export function quoteList(values: readonly string[]): string {
  return quoteArgument(joinList(values));
}
