/** A text of a command that people are told to type, as a shell takes it for one word. */
export function toShellWord(text: string): string {
  return /^[\w./:@,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
