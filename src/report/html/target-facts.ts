import type { RunTarget } from '../../conversation/run/run-spec.ts';
import { describeSent, readsSend } from '../../conversation/run/send.ts';

/** What a target is, as far as everybody may know: no address, no header, no setting. */
export interface TargetFacts {
  readonly id: string;
  readonly provider: string;
  readonly model?: string;
  /** What it is sent, in words, where its own keys decide that and not `send`. */
  readonly sent?: string;
}

export function listTargetFacts(targets: readonly RunTarget[]): readonly TargetFacts[] {
  return targets.map(({ spec }) => ({
    id: spec.id,
    provider: spec.provider,
    ...('model' in spec ? { model: spec.model } : {}),
    ...(readsSend(spec) ? {} : { sent: describeSent(spec, []) }),
  }));
}
