import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonSchemas } from '../../files/json-schemas.ts';
import { type InitProvider, toTargetBlock } from './target-blocks.ts';

export interface ProjectFile {
  /** Path inside the new project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const templateFolder = fileURLToPath(new URL('../assets/init/', import.meta.url));
const schemaFolder = '.turnwise/schemas';

/**
 * The files of a new project. Its schemas are copies, so that an editor completes keys wherever
 * the project lies and however Turnwise was installed.
 */
export function listProjectFiles(provider: InitProvider): readonly ProjectFile[] {
  const schemas = Object.entries(jsonSchemas()).map(([name, schema]) => ({
    path: `${schemaFolder}/${name}.schema.json`,
    text: `${JSON.stringify(schema, null, 2)}\n`,
  }));
  return [...listTemplates().map((file) => fill(file, provider)), ...schemas];
}

function listTemplates(): readonly ProjectFile[] {
  const entries = readdirSync(templateFolder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { path: relative(templateFolder, path).split(sep).join('/'), text: readFileSync(path, 'utf8') };
  });
}

function fill({ path, text }: ProjectFile, provider: InitProvider): ProjectFile {
  const up = '../'.repeat(path.split('/').length - 1);
  const filled = text
    .replaceAll('__SCHEMAS__', `${up === '' ? './' : up}${schemaFolder}`)
    .replaceAll('__TARGET__', () => toTargetBlock(provider));
  return { path, text: filled };
}
