import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SpecOf, TargetSpec } from '../conversation/target-spec.ts';
import { findProjectRoot, isInside } from '../files/project/project.ts';
import type { Environment } from '../files/project/read-env.ts';
import { expandEnvironment } from '../files/targets/environment.ts';
import { findStats } from '../files/text/read-text.ts';

/**
 * What a target is made of besides its settings: the files of the project that a command names, and a cassette. Whatever
 * else a program reads is not known. The environment is filled in; `folder` is that of the targets file.
 */
export function listTargetFiles(spec: TargetSpec, folder: string): readonly string[] {
  const isFile = (path: string) => findStats(path)?.isFile() === true;
  if (spec.provider === 'replay') return [resolve(folder, spec.cassette)].filter(isFile);
  if (spec.provider !== 'command') return [];
  const cwd = resolve(folder, spec.cwd ?? '.');
  const paths = new Set(listWords(spec).map((word) => resolve(cwd, word)));
  // Of the targets file, so that a deck and an eval file that name one target see the same.
  const root = findProjectRoot(join(folder, 'targets.yaml'));
  return [...paths].filter((path) => isInside(path, root) && isFile(path));
}

/** By content, in the order they are named: where a project lies changes nothing. */
export function hashTargetFiles(spec: TargetSpec, folder: string): readonly string[] {
  return listTargetFiles(spec, folder).map(hashFile);
}

/** What has to be known of a target that can become another one unseen; undefined when it cannot. */
export function noteUnseen(written: TargetSpec, env: Environment, folder: string): string | undefined {
  const { spec } = expandEnvironment(written, env);
  if ((spec.provider !== 'command' && spec.provider !== 'http') || spec.version !== undefined) return undefined;
  if (listTargetFiles(spec, folder).length > 0) return undefined;
  const what = spec.provider === 'command' ? 'program' : 'service';
  return `${spec.id} is a ${what}: whether it still is the one that was measured cannot be seen; give the target a version.`;
}

/** A shell splits a line into words; of `--rules=a.json` the end is looked at, too. */
function listWords({ command, shell }: SpecOf<'command'>): readonly string[] {
  if (shell === true) return command.flatMap((line) => line.split(/[\s'"=;|&<>()]+/)).filter((word) => word !== '');
  return command.flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]).filter((word) => word !== '');
}

/** One that may not be read is told of by whoever needs it. */
function hashFile(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return '';
  }
}
