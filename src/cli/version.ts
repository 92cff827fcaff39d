import { readFileSync } from 'node:fs';

/** The folder of the package. This file, and the bundle that contains it, are two folders below it. */
export const packageFolder = new URL('../../', import.meta.url);

export function readVersion(): string {
  const match = /"version":\s*"([^"]+)"/.exec(readFileSync(new URL('package.json', packageFolder), 'utf8'));
  return match?.[1] ?? 'unknown';
}
