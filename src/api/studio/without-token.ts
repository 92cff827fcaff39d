/**
 * The address that a link leads to once its token has let the browser in: the same without the token. It stays on this
 * server: `//elsewhere` and `/\elsewhere` would be other hosts to a browser.
 */
export function withoutToken(url: string): string {
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2);
  const rest = query.split('&').filter((pair) => pair !== '' && !/^token(=|$)/.test(pair));
  const kept = rest.length === 0 ? '' : `?${rest.join('&')}`;
  return `/${path.replace(/^[/\\]+/, '')}${kept}`;
}
