import type { Target } from './port.ts';

/** A target around a target: the same id, another way to ask, and closing reaches the inner one. */
export function wrapTarget(inner: Target, ask: Target['ask']): Target {
  return { id: inner.id, ask, close: async () => inner.close?.() };
}
