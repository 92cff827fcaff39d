/** Removes bidirectional controls from a name, so that it cannot reorder the sentence around it. */
export function toPlainOrder(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, '');
}
