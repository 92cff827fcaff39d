import type { EvalCase, PlayMode } from '../case.ts';
import type { Send, TargetSpec } from '../target-spec.ts';

/** What a case is set against: each variant of the result. */
export interface Variant {
  readonly target: string;
  readonly send: Send;
  readonly play: PlayMode;
}

/** Target × send × play, in this order. */
export function listVariants(
  evalCase: EvalCase,
  targets: readonly TargetSpec[],
  sends: ReadonlyMap<string, readonly Send[]>,
): readonly Variant[] {
  return targets.flatMap((spec) =>
    toUnique(sends.get(spec.id) ?? []).flatMap((send) =>
      toUnique(evalCase.play).map((play): Variant => ({ target: spec.id, send, play })),
    ),
  );
}

/** Nearly every list has one entry, and this runs for every case. */
function toUnique<Entry>(list: readonly Entry[]): readonly Entry[] {
  return list.length < 2 ? list : [...new Set(list)];
}
