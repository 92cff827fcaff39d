/** Text from Windows and text from elsewhere read the same. */
export function toLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}
