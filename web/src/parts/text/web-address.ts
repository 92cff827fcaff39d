import { isWebAddress } from '../../../../src/conversation/url.ts';

/** The host of an address that a browser may open; undefined for every other text, also for other schemes. */
export function findWebHost(url: string): string | undefined {
  if (!isWebAddress(url.trim()) || !URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  return (protocol === 'http:' || protocol === 'https:') && host !== '' ? host : undefined;
}

/**
 * Whether the address itself tells a reader its host. Not with a name before the host (`https://bank@enemy`), with
 * letters that only look like others, nor with signs that turn the order of what follows.
 */
export function isHostPlain(url: string): boolean {
  const host = findWebHost(url);
  if (host === undefined || /\p{Bidi_Control}/u.test(url)) return false;
  const [, written = ''] = /^https?:\/\/([^/?#\\]*)/iu.exec(url.trim()) ?? [];
  return written.toLowerCase().replace(/:(?:80|443)$/u, '') === host.replace(/:(?:80|443)$/u, '');
}
