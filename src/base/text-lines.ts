/** Text from Windows and text from elsewhere read the same. */
export function toLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

/** An error as runtimes print it: `TypeError: x is not a function`, `ValueError: bad`. */
const errorLine = /^(?:Uncaught )?(?:[\w.]*(?:Error|Exception)\b|panic:|fatal:)/;

/** The line of stderr that says what went wrong: the last that names an error, else the last one. */
export function findLastWords(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const named = lines.findLast((line) => errorLine.test(line));
  return named ?? lines.findLast((line) => line !== '' && !/^Node\.js v\d/.test(line)) ?? '';
}
