import { toLine } from './one-line.ts';

/** As a shell takes it for one word. */
export function quoteArgument(text: string): string {
  const line = toLine(text);
  return /^[\w./:@-]+$/.test(line) ? line : `'${line.replaceAll("'", "'\\''")}'`;
}
