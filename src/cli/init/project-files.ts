import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultKeyNames } from '../../conversation/target-spec.ts';
import { jsonSchemas } from '../../files/json-schemas.ts';
import { packageFolder } from '../version.ts';
import { type InitProvider, toTargetsText } from './target-blocks.ts';

export interface ProjectFile {
  /** Path inside the new project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A new project is a copy of this example. The tests run it. */
const exampleFolder = fileURLToPath(new URL('examples/refund-bot/', packageFolder));
const schemaFolder = '.turnwise/schemas';

/**
 * The files of a new project. It gets copies of the schemas, so that editors complete keys however Turnwise was
 * installed.
 */
export function listProjectFiles(provider: InitProvider): readonly ProjectFile[] {
  const schemas = Object.entries(jsonSchemas()).map(([name, schema]) => ({
    path: `${schemaFolder}/${name}.schema.json`,
    text: `${JSON.stringify(schema, null, 2)}\n`,
  }));
  return [...listExampleFiles().map((file) => adapt(file, provider)), ...listOwnFiles(provider), ...schemas];
}

/** Files that a project needs and an example does not. */
function listOwnFiles(provider: InitProvider): readonly ProjectFile[] {
  const key = defaultKeyNames[provider];
  const ignored = { path: '.gitignore', text: '.env\n.turnwise/turnwise.db*\n' };
  if (key === undefined) return [ignored];
  const text = `# Copy this file to .env and add your API key. Turnwise reads keys from .env or the environment, never from YAML.\n${key}=\n`;
  return [ignored, { path: '.env.example', text }];
}

function listExampleFiles(): readonly ProjectFile[] {
  const entries = readdirSync(exampleFolder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !isDatabaseFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      path: relative(exampleFolder, path).split(sep).join('/'),
      text: readFileSync(path, 'utf8'),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a run of the example leaves behind: the database, and the file that makes Git ignore it. */
function isDatabaseFile(name: string): boolean {
  return name.startsWith('turnwise.db') || name === '.gitignore';
}

function adapt({ path, text }: ProjectFile, provider: InitProvider): ProjectFile {
  if (path === 'targets.yaml') return { path, text: withSchema(path, 'targets', toTargetsText(provider, text)) };
  return { path, text: path.endsWith('.eval.yaml') ? withSchema(path, 'eval', text) : text };
}

/** The comment that names the schema of a YAML file for editors. */
function withSchema(path: string, schema: string, text: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  return `# yaml-language-server: $schema=${up === '' ? './' : up}${schemaFolder}/${schema}.schema.json\n${text}`;
}
