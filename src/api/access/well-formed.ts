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
  if (!url.startsWith('/')) return refuse('The request has a whole address, or none.', 'Send the path alone.');
  if (url.includes('%00')) return refuse('The address contains a NUL character.', 'Take %00 out of it.');
  const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length > 1 ? refuse('The request names more than one host.', 'Send one Host header.') : undefined;
}

function refuse(message: string, hint: string): Fault {
  return new Fault({ code: 'API_BAD_REQUEST', message, hint });
}
