import type { EvalSource } from '../samples/eval-sources.ts';
import type { TargetSource, CalledTargets } from '../files/targets/target-source.ts';

export function toTargetSource({ evalFile, targetsFile, specs }: EvalSource): TargetSource {
  return { path: evalFile.path, root: evalFile.root, targetsFile, specs };
}

export function toCalledTargets(called: ReadonlyMap<EvalSource, ReadonlySet<string>>): CalledTargets {
  return new Map([...called].map(([source, ids]) => [toTargetSource(source), ids]));
}
