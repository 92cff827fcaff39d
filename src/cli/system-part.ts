import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { definedOnly } from '../base/defined-only.ts';

export interface SystemPart {
  readonly name: string;
  readonly path?: string;
  readonly version?: string;
  /** What to type when it is missing. */
  readonly install: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Chromium, for browser tests and screenshots of the Studio. */
export function findChromium(env: Environment): SystemPart {
  const path = findExecutable(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'], listPath(env));
  return describe('Chromium', path, 'apt-get install chromium');
}

/** The PostgreSQL server, for teams. Debian keeps it outside the PATH. */
export function findPostgres(env: Environment): SystemPart {
  const versions = listFolder('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
  const folders = [...versions.map((version) => join('/usr/lib/postgresql', version, 'bin')), ...listPath(env)];
  return describe('PostgreSQL', findExecutable(['postgres'], folders), 'apt-get install postgresql');
}

function describe(name: string, path: string | undefined, install: string): SystemPart {
  if (path === undefined) return { name, install };
  const version = findVersion(path);
  return { name, path, install, ...definedOnly({ version }) };
}

function listPath(env: Environment): readonly string[] {
  return (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
}

function findExecutable(names: readonly string[], folders: readonly string[]): string | undefined {
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function findVersion(path: string): string | undefined {
  try {
    const text = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      timeout: 10_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /\d+(?:\.\d+)+/.exec(text)?.[0];
  } catch {
    return undefined;
  }
}
