import type { Target } from '../../src/target/port.ts';
import { type RetryOptions, retrying } from '../../src/target/retrying.ts';

/** A target with the retry layer of a run around it, whose waits have no jitter. */
export function retryTarget(target: Target, options: Omit<RetryOptions, 'random'>): Target {
  return retrying(target, { ...options, random: () => 0 });
}
