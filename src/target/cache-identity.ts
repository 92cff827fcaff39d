import { isSentHistory } from '../conversation/request-template.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';

/**
 * Whether replies of a target are cached. A hosted model: unless it says `cache: false`. What you run yourself can change
 * behind the same address, and a cache would hide that: a model behind a `base_url` needs `cache: true`, a command or
 * http service a `version` as well. Builtin and replay targets are never cached: calling them is free.
 */
export function isCacheable(spec: TargetSpec): boolean {
  if (spec.provider === 'builtin' || spec.provider === 'replay') return false;
  // A turn from the cache would be missing in the conversation that the target keeps.
  if (!isSentHistory(spec)) return false;
  if (spec.provider === 'command' || spec.provider === 'http') return spec.cache === true && spec.version !== undefined;
  return spec.cache ?? spec.base_url === undefined;
}

/** What a target of this spec looks at in a request. */
export function toLooksAt({ provider }: TargetSpec): 'send' | 'everything' {
  return provider === 'command' || provider === 'http' ? 'everything' : 'send';
}
