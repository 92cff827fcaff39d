import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { Send, TargetSpec } from '../conversation/target-spec.ts';
import type { EvalFile } from '../files/eval/read-eval.ts';

/** What a case is set against: each column of the result. */
export interface Column {
  readonly target: string;
  readonly send: Send;
  readonly play: PlayMode;
}

export interface ColumnChoice {
  /** From the command line; counts more than the file. */
  readonly targets?: readonly string[] | undefined;
}

/** Ids of the targets that answer a case: chosen, the case's own, the file's, the project's, or the only one there is. */
export function listTargetIds(
  evalCase: Pick<EvalCase, 'targets'>,
  { head, projectTargets }: Pick<EvalFile, 'head' | 'projectTargets'>,
  { choice, specs }: { readonly choice: ColumnChoice; readonly specs: ReadonlyMap<string, TargetSpec> },
): readonly string[] {
  const written = head.targets ?? (head.target === undefined ? undefined : [head.target]);
  const named = choice.targets ?? evalCase.targets ?? written ?? projectTargets;
  const ids = named ?? (specs.size === 1 ? [...specs.keys()] : []);
  return toUnique(ids);
}

/** Target × send × play, in this order. */
export function listColumns(
  evalCase: EvalCase,
  targets: readonly TargetSpec[],
  sends: ReadonlyMap<string, readonly Send[]>,
): readonly Column[] {
  return targets.flatMap((spec) =>
    toUnique(sends.get(spec.id) ?? []).flatMap((send) =>
      toUnique(evalCase.play).map((play): Column => ({ target: spec.id, send, play })),
    ),
  );
}

/** Nearly every list has one entry, and this runs for every case. */
function toUnique<Entry>(list: readonly Entry[]): readonly Entry[] {
  return list.length < 2 ? list : [...new Set(list)];
}
