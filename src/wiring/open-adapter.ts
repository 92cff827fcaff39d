import { resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import type { Target } from '../target/port.ts';

export interface AdapterPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the targets file. */
  readonly folder: string;
  readonly root: string;
  readonly cwd: string;
  readonly clock: Clock;
  /** Values that must not be written down, whoever says them. */
  readonly secrets: readonly string[];
}

/** The one place that picks the adapter of a provider. Its code is loaded when it is needed. */
export async function openAdapter(spec: TargetSpec, place: AdapterPlace): Promise<Target> {
  const { env, folder, clock, secrets } = place;
  if (spec.provider === 'builtin') {
    const { openBuiltinTarget } = await import('../target/builtin/open-builtin-target.ts');
    return openBuiltinTarget(spec, { clock });
  }
  if (spec.provider === 'command') {
    const { openCommandTarget } = await import('../target/command/open-command-target.ts');
    return openCommandTarget(spec, { env, folder, clock, secrets });
  }
  if (spec.provider === 'http') {
    const { openHttpTarget } = await import('../target/http/open-http-target.ts');
    return openHttpTarget(spec, { clock, secrets });
  }
  if (spec.provider === 'replay') {
    const { openReplayTarget } = await import('../target/replay/open-replay-target.ts');
    return openReplayTarget(spec, { path: resolve(folder, spec.cassette), clock });
  }
  const { openChatTarget } = await import('../target/chat/open-chat-target.ts');
  return openChatTarget(spec, { env, clock, secrets });
}
