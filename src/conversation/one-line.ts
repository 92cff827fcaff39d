/** Whether a text stays on the line it is put on: no line break, no other control character. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text);
}
