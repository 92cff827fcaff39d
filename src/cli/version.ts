import { readFileSync } from 'node:fs';
import { packageFolder } from './package-folder.ts';

export function readVersion(): string {
  const match = /"version":\s*"([^"]+)"/.exec(readFileSync(new URL('package.json', packageFolder), 'utf8'));
  return match?.[1] ?? 'unknown';
}
