import { isWebAddress } from '../../../../src/conversation/url.ts';

/** The host of an http or https address. Undefined for any other text. */
export function findWebHost(url: string): string | undefined {
  if (!isWebAddress(url.trim()) || !URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  return (protocol === 'http:' || protocol === 'https:') && host !== '' ? host : undefined;
}

/**
 * Whether readers can see the host in the address itself. Not with a user name before it (`https://bank@enemy`), with
 * look-alike letters, or with bidirectional controls.
 */
export function isHostPlain(url: string): boolean {
  const host = findWebHost(url);
  if (host === undefined || /\p{Bidi_Control}/u.test(url)) return false;
  const [, written = ''] = /^https?:\/\/([^/?#\\]*)/iu.exec(url.trim()) ?? [];
  return written.toLowerCase().replace(/:(?:80|443)$/u, '') === host.replace(/:(?:80|443)$/u, '');
}
