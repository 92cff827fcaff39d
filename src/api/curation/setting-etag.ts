import { Fault } from '../../base/fault.ts';
import { parseIfMatch } from '../../review/if-match.ts';

/** The If-Match of a setting, which may be replaced unread: an ETag, or nothing. */
export function findWantedEtag(ifMatch: string | undefined): { readonly etag?: string } {
  const header = ifMatch?.trim() ?? '';
  if (header === '' || header === '*') return {};
  // A weak one is left out, and blank matches nothing.
  return { etag: parseIfMatch(header)[0] ?? '' };
}

/** For a text that people write: an existing one is not overwritten unread. */
export function getWantedEtag(
  ifMatch: string | undefined,
  current: { readonly value: string; readonly etag: string },
): string {
  const { etag } = findWantedEtag(ifMatch);
  if (etag !== undefined) return etag;
  // There is nothing to lose. If another user writes at this moment, it is still stale.
  if (current.value === '') return current.etag;
  throw new Fault({
    code: 'API_PRECONDITION_REQUIRED',
    message: 'Instructions already exist, and the request has no If-Match header.',
    hint: 'Read it, then send its ETag: If-Match: "<etag>".',
  });
}
