const mostLength = 200_000;

/** JSON with a line for each value; undefined: the text is no object and no list. */
export function findPrettyJson(text: string): string | undefined {
  if (text.length > mostLength || !/^\s*[[{]/u.test(text)) return undefined;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
