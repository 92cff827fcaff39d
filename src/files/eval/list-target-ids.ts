import type { EvalCase } from '../../conversation/case.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { EvalFile } from './read-eval.ts';

export interface TargetChoice {
  /** From the command line; counts more than the file. */
  readonly targets?: readonly string[] | undefined;
}

/** Ids of the targets that answer a case: chosen, the case's own, the file's, the project's, or the only one there is. */
export function listTargetIds(
  evalCase: Pick<EvalCase, 'targets'>,
  { head, projectTargets }: Pick<EvalFile, 'head' | 'projectTargets'>,
  { choice, specs }: { readonly choice: TargetChoice; readonly specs: ReadonlyMap<string, TargetSpec> },
): readonly string[] {
  const written = head.targets ?? (head.target === undefined ? undefined : [head.target]);
  const named = choice.targets ?? evalCase.targets ?? written ?? projectTargets;
  const ids = named ?? (specs.size === 1 ? [...specs.keys()] : []);
  return ids.length < 2 ? ids : [...new Set(ids)];
}
