import { dirname } from 'node:path';
import type { TargetSpec } from '../conversation/target-spec.ts';
import type { TargetsFile } from '../files/targets/read-targets.ts';
import type { EvalSource } from '../samples/eval-sources.ts';

/** Who calls targets: an eval file or a deck, with the targets file that applies to it. */
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

export function toTargetSource({ evalFile, targetsFile, specs }: EvalSource): TargetSource {
  return { path: evalFile.path, root: evalFile.root, targetsFile, specs };
}

/** Ids of the targets that each will call. */
export type CalledTargets = ReadonlyMap<TargetSource, ReadonlySet<string>>;

export function toCalledTargets(called: ReadonlyMap<EvalSource, ReadonlySet<string>>): CalledTargets {
  return new Map([...called].map(([source, ids]) => [toTargetSource(source), ids]));
}
