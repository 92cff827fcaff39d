/** Scheme, user, host (a name, or an address in brackets) and port, up to where path, query or fragment begin. */
const front = /^([a-z][a-z\d+.-]*):\/\/([^/?#@\s]*@)?([^/?#@\s:[\]]+|\[[\da-f:.]+\])(?::(\d*))?(?=[/?#]|$)/i;

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * What tells two addresses of one source to be the same: scheme and host in lower case, without default port, fragment
 * and trailing slash. A text that is no address stands for itself, trimmed.
 *
 * @example toUrlKey('HTTPS://Example.com:443/Doc/#top') // 'https://example.com/Doc'
 */
export function toUrlKey(url: string): string {
  const trimmed = url.trim();
  const match = front.exec(trimmed);
  if (match === null) return trimmed;
  const [whole, scheme = '', user = '', host = '', port = ''] = match;
  const fragmentAt = trimmed.indexOf('#', whole.length);
  const rest = fragmentAt === -1 ? trimmed.slice(whole.length) : trimmed.slice(whole.length, fragmentAt).trimEnd();
  const lowerScheme = scheme.toLowerCase();
  const shownPort = port === '' || port === defaultPorts[lowerScheme] ? '' : `:${port}`;
  return `${lowerScheme}://${user}${host.toLowerCase()}${shownPort}${withoutTrailingSlash(rest)}`;
}

/** The slash ends the path, which a query may follow. */
function withoutTrailingSlash(rest: string): string {
  const queryAt = rest.indexOf('?');
  const pathEnd = queryAt === -1 ? rest.length : queryAt;
  let end = pathEnd;
  while (end > 0 && rest[end - 1] === '/') end--;
  return end === pathEnd ? rest : rest.slice(0, end) + rest.slice(pathEnd);
}
