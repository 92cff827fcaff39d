/** A text as one word of a shell command that a message suggests. */
export function toShellWord(text: string): string {
  return /^[\w./:@,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
