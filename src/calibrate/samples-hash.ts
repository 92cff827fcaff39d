import { hashJson } from '../base/hash.ts';
import type { Sample } from '../conversation/sample.ts';

/** Tells whether the conversations and their human scores are still those that were compared; their order and names do not count. */
export function toSamplesHash(samples: readonly Sample[]): string {
  const hashes = samples.map(({ messages, expected, score, ratings }) =>
    hashJson({ messages, expected, score, ratings }),
  );
  return hashJson(hashes.sort());
}
