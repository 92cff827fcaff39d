import type { IncomingMessage } from 'node:http';
import { Fault } from '../../base/fault.ts';

/**
 * Why a request is refused before it is looked at, if it is. What Node lets through can be read in two ways: by a part
 * that looks at the first host or at the path, and by one that looks at the last or at the whole.
 */
export function findMalformed({
  url = '',
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'rawHeaders'>): Fault | undefined {
  if (!url.startsWith('/'))
    return refuse('The request target is not a path.', 'Send only the path, starting with "/".');
  if (url.includes('%00')) return refuse('The path contains a NUL character.', 'Remove %00.');
  const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length > 1 ? refuse('The request has more than one Host header.', 'Send one Host header.') : undefined;
}

function refuse(message: string, hint: string): Fault {
  return new Fault({ code: 'API_BAD_REQUEST', message, hint });
}
