/** How a file can lie packed beside itself, best first. */
export const packedEncodings = ['br', 'gzip'] as const;
export type PackedEncoding = (typeof packedEncodings)[number];

/**
 * The best of the packed forms that a caller takes; undefined: only the file as it is. `Accept-Encoding` is a list of
 * names, each with a weight; a weight of 0 forbids, `*` stands for what is not named.
 */
export function pickEncoding(
  accepted: string | undefined,
  available: readonly PackedEncoding[],
): PackedEncoding | undefined {
  if (accepted === undefined) return undefined;
  const weights = new Map(accepted.toLowerCase().split(',').map(toWeight));
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  return packedEncodings.find((name) => available.includes(name) && weightOf(name) > 0);
}

function toWeight(part: string): readonly [string, number] {
  const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
  const quality = parameters.find((word) => word.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return [name, Number.isNaN(weight) ? 0 : weight];
}
