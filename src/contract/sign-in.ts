import { z } from 'zod';

/** The parameter of the printed link: `/?code=…`. It signs in one browser, once. */
export const codeParameter = 'code';

/**
 * Header with the half of a session that a browser keeps for this origin alone. The other half is a cookie, which
 * browsers send to every port of the machine.
 */
export const proofHeader = 'x-turnwise-session';

export const SignInBody = z.strictObject({ code: z.string().max(200) });

export const SignInAnswer = z.object({ proof: z.string() });

export const SignInLink = z
  .object({
    link: z.string().describe('Open it in a browser. It works once.'),
    expiresAt: z.string().describe('The link works until then.'),
  })
  .meta({
    id: 'SignInLink',
    examples: [{ link: 'http://127.0.0.1:4747/?code=2n9Jx0c3VbWqfE7sKZ1uTg', expiresAt: '2026-01-01T00:10:00.000Z' }],
  });

/** Parameters of an address that must not reach a log or a history. */
const secretParameters: ReadonlySet<string> = new Set([codeParameter, 'token']);

/** An address as it may appear in a log. */
export function hideSecrets(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  if (query === undefined) return path;
  const pairs = query.split('&').map((pair) => (isSecret(pair) ? `${pair.split('=', 1)[0]}=…` : pair));
  return `${path}?${pairs.join('&')}`;
}

/**
 * The address that a link leads to once it has signed a browser in: the same without its secrets. It stays on this
 * server: `//elsewhere` and `/\elsewhere` would be other hosts to a browser.
 */
export function withoutSecrets(url: string): string {
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2);
  const kept = query.split('&').filter((pair) => pair !== '' && !isSecret(pair));
  return `/${path.replace(/^[/\\]+/, '')}${kept.length === 0 ? '' : `?${kept.join('&')}`}`;
}

/** By the name that the address means, not by how it is written: `%74oken` is `token`. */
function isSecret(pair: string): boolean {
  const [name = ''] = new URLSearchParams(pair).keys();
  return secretParameters.has(name.trim().toLowerCase());
}
