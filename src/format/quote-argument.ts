import { joinList } from '../base/list-text.ts';
import { toShellWord } from '../base/shell-word.ts';
import { toVisibleText } from './transcript.ts';

/** As a shell takes it for one word, on one line. Spaces stay: they may be part of an id. */
export function quoteArgument(text: string): string {
  return toShellWord(toVisibleText(text).replaceAll('\n', ' '));
}

/** How a command finds its database: ` --db <file>`, or nothing for the one of the project. */
export function renderDb(db: string | undefined): string {
  return db === undefined ? '' : ` --db ${quoteArgument(db)}`;
}

/** The values of an option that takes a comma-separated list, such as `--case`: their own commas do not separate. */
export function quoteList(values: readonly string[]): string {
  return quoteArgument(joinList(values));
}
