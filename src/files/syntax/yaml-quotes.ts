const keyAndValue = /^(\s*(?:-\s+)*[^\s:#"'[{][^:"']*:)[ \t]+([^"'|>&*!].*:(?:[ \t].*|))$/;

/**
 * The line as it would have to be written, when a plain value on it holds a second `: `.
 * Undefined when that is not what is wrong with the line.
 *
 * @example quoteLine('    content: Here it is: [code snippet]') // '    content: "Here it is: [code snippet]"'
 */
export function quoteLine(line: string): string | undefined {
  const match = keyAndValue.exec(line.replace(/\r$/, '').slice(0, 2000));
  if (match === null) return undefined;
  const [, key = '', value = ''] = match;
  return `${key} ${JSON.stringify(value.trimEnd())}`;
}
