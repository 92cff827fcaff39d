/**
 * Where in the source of a message a place of its shown text is, by the piece of text around it. At the end when the
 * piece does not stand there as it is shown, as inside of a link.
 */
export function toCaretPlace(source: string, shown: string, offset: number): number {
  const start = shown === '' ? -1 : source.indexOf(shown);
  return start === -1 ? source.length : start + Math.min(offset, shown.length);
}
