import { dirname } from 'node:path';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { TargetsFile } from './read-targets.ts';

/** An eval file or a deck that calls targets, with the targets file that applies to it. */
export interface TargetSource {
  /** Absolute. */
  readonly path: string;
  /** Of its project. */
  readonly root: string;
  readonly targetsFile: TargetsFile | undefined;
  /** Targets that can be called, by id, before the environment is filled in. */
  readonly specs: ReadonlyMap<string, TargetSpec>;
}

/** The folder of its targets file. */
export function toTargetsFolder({ path, targetsFile }: TargetSource): string {
  return dirname(targetsFile?.path ?? path);
}

/** Ids of the targets that each will call. */
export type CalledTargets = ReadonlyMap<TargetSource, ReadonlySet<string>>;

/** Names a target among all of a run: files in several folders can have targets of the same id. */
export function toTargetKey(
  { targetsFile }: { readonly targetsFile: { readonly path: string } | undefined },
  id: string,
): string {
  return `${targetsFile?.path}\n${id}`;
}
