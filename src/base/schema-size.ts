/** Objects and lists in one schema, and characters in all its texts: compiling takes about a millisecond per object. */
export const schemaLimits = { parts: 2_000, characters: 200_000 } as const;

export interface SchemaSize {
  readonly parts: number;
  readonly characters: number;
}

/** How big a schema is. Counting stops soon after a limit is passed, so that a huge one costs nothing. */
export function measureSchema(schema: unknown): SchemaSize {
  const waiting: unknown[] = [schema];
  let [parts, characters] = [0, 0];
  while (waiting.length > 0 && parts <= schemaLimits.parts && characters <= schemaLimits.characters) {
    const value = waiting.pop();
    if (typeof value === 'string') characters += value.length;
    if (typeof value !== 'object' || value === null) continue;
    parts += 1;
    if (!Array.isArray(value)) characters += Object.keys(value).reduce((sum, key) => sum + key.length, 0);
    for (const part of Object.values(value)) waiting.push(part);
  }
  return { parts, characters };
}

/** Why a schema is not compiled, in words; undefined: it is small enough. */
export function findTooBig(schema: unknown): string | undefined {
  const { parts, characters } = measureSchema(schema);
  if (parts > schemaLimits.parts)
    return `it is too big, with more than ${schemaLimits.parts.toLocaleString('en')} objects and lists`;
  if (characters <= schemaLimits.characters) return undefined;
  return `it is too big, with more than ${schemaLimits.characters.toLocaleString('en')} characters`;
}
