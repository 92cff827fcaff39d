/** Longer texts show their beginning only, until somebody asks for all. */
export const mostShown = 20_000;
const beginning = 6000;

/** The beginning of a long text, up to the end of a line where there is one near; a short text as it is. */
export function foldText(text: string): string {
  if (text.length <= mostShown) return text;
  const lineEnd = text.lastIndexOf('\n', beginning);
  const end = lineEnd > beginning / 2 ? lineEnd : beginning;
  const isInsidePair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isInsidePair ? end - 1 : end);
}
