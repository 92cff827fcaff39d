import { readFileSync } from 'node:fs';

/** The package's own package.json stands two folders up, from `src/cli/` as from `dist/cli/`. */
const packageFile = new URL('../../package.json', import.meta.url);

export function readVersion(): string {
  const match = /"version":\s*"([^"]+)"/.exec(readFileSync(packageFile, 'utf8'));
  return match?.[1] ?? 'unknown';
}
