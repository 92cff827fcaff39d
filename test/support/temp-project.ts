import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with the given files, gone when the test ends. A `.turnwise` folder makes it a project root. */
export function makeProject(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'turnwise-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, '.turnwise'));
  writeFiles(root, files);
  return root;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}
