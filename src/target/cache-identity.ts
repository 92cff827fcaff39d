import type { TargetSpec } from '../conversation/target-spec.ts';

/**
 * Whether replies of a target are kept. Models: unless it says `cache: false`. Commands and http services: only with
 * `cache: true` and a `version`, for people edit their agents. What costs nothing is never cached.
 */
export function isCacheable(spec: TargetSpec): boolean {
  if (spec.provider === 'builtin' || spec.provider === 'replay') return false;
  if (spec.provider === 'command' || spec.provider === 'http') return spec.cache === true && spec.version !== undefined;
  return spec.cache ?? true;
}

/** What a target of this spec looks at in a request. */
export function toLooksAt({ provider }: TargetSpec): 'send' | 'everything' {
  return provider === 'command' || provider === 'http' ? 'everything' : 'send';
}
