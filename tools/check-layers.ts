import { fileURLToPath } from 'node:url';
import { checkFile, checkFolders, checkTwins } from './layer-rules/file-rules.ts';
import { checkRings } from './layer-rules/import-rings.ts';
import { checkImports } from './layer-rules/import-rules.ts';
import { readSourceFiles, type SourceFile, type Violation } from './layer-rules/source-file.ts';

/** Every breach of the layer table and of the rules for files, in the order of path and line. */
export function checkLayers(files: readonly SourceFile[]): Violation[] {
  const violations = [
    ...files.flatMap(checkImports),
    ...files.flatMap(checkFile),
    ...checkTwins(files),
    ...checkFolders(files),
    ...checkRings(files),
  ];
  return violations.sort((a, b) => a.path.localeCompare(b.path) || (a.line ?? 0) - (b.line ?? 0));
}

export function renderViolation({ path, line, message }: Violation): string {
  return line === undefined ? `${path} ${message}` : `${path}:${line} ${message}`;
}

function main(): void {
  const files = readSourceFiles(fileURLToPath(new URL('..', import.meta.url)));
  const violations = checkLayers(files);
  for (const violation of violations) console.log(renderViolation(violation));
  if (violations.length === 0) {
    console.log(`${files.length} files keep to the layers.`);
    return;
  }
  console.log(`${violations.length} to fix. The table is tools/layers.ts; CONTRIBUTING.md says what it means.`);
  process.exitCode = 1;
}

if (import.meta.main) main();
