import type { RunTarget } from '../../conversation/run-spec.ts';

/** What a target is, as far as everybody may know: no address, no header, no setting. */
export interface TargetFacts {
  readonly id: string;
  readonly provider: string;
  readonly model?: string;
}

export function listTargetFacts(targets: readonly RunTarget[]): readonly TargetFacts[] {
  return targets.map(({ spec }) => ({
    id: spec.id,
    provider: spec.provider,
    ...('model' in spec ? { model: spec.model } : {}),
  }));
}
