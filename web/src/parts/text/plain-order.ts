/** For a name inside a sentence: without the signs by which it could turn the order of the words behind it. */
export function toPlainOrder(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '');
}
