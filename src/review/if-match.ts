import { Fault } from '../base/fault.ts';

/**
 * The ETags of an If-Match header that can match: quoted or bare, one or a list. A weak one (`W/"…"`) never matches.
 * Without an ETag, or with `*`, a change could overwrite an unread version: Fault `API_PRECONDITION_REQUIRED`.
 */
export function parseIfMatch(header: string | undefined): readonly string[] {
  const named = (header ?? '').split(',').map((tag) => tag.trim());
  if (header === undefined || header.trim() === '' || named.includes('*')) throw toUnconditional(header);
  return named.flatMap((tag) => (tag === '' || /^W\//i.test(tag) ? [] : [tag.replace(/^"(.*)"$/, '$1')]));
}

function toUnconditional(header: string | undefined): Fault {
  const got = header?.trim() ? `If-Match: ${header.trim().slice(0, 80)}` : 'no If-Match header';
  return new Fault({
    code: 'API_PRECONDITION_REQUIRED',
    message: `The change needs the ETag of the item you read, got ${got}.`,
    hint: 'Read the item, then send its ETag: If-Match: "<etag>".',
  });
}
