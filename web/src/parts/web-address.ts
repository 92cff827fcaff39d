/** The host of an address that a browser may open; undefined for every other text, also for other schemes. */
export function findWebHost(url: string): string | undefined {
  if (!/^https?:\/\//iu.test(url.trim()) || !URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  return (protocol === 'http:' || protocol === 'https:') && host !== '' ? host : undefined;
}
