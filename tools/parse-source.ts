import { type ParseResult, parseSync } from 'rolldown/utils';

/** The syntax tree and the imports, exports and comments of a file. Throws when it cannot be parsed. */
export function parseSource(path: string, text: string): ParseResult {
  const parsed = parseSync(path, text);
  if (parsed.errors[0] !== undefined) throw new Error(`${path}: ${parsed.errors[0].message}`);
  return parsed;
}
