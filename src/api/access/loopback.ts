/** Names of this machine that cannot be another one's, as they are in a Host header. */
const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/** Addresses that the server may be bound to without any login. */
export function isLoopback(host: string): boolean {
  return ['127.0.0.1', '::1', '[::1]', 'localhost'].includes(host.toLowerCase());
}

/**
 * Tells whether a request was meant for this server. A page of another site can let a name of its own point at this
 * machine (DNS rebinding); its requests then name that site as host.
 */
export class LoopbackCheck {
  #hosts: ReadonlySet<string> | undefined;
  #origins: ReadonlySet<string> = new Set();

  /** From here on the port has to be this one, too. */
  setPort(port: number): void {
    // Clients leave out the default port of HTTP.
    const ends = port === 80 ? ['', ':80'] : [`:${port}`];
    const hosts = loopbackNames.flatMap((name) => ends.map((end) => `${name}${end}`));
    this.#hosts = new Set(hosts);
    this.#origins = new Set(hosts.map((host) => `http://${host}`));
  }

  isOurHost(host: string | undefined): boolean {
    if (host === undefined) return false;
    if (this.#hosts === undefined) return isLoopbackName(host);
    return this.#hosts.has(host) || this.#hosts.has(host.toLowerCase());
  }

  isOurOrigin(origin: string): boolean {
    if (this.#hosts === undefined) return origin.startsWith('http://') && isLoopbackName(origin.slice(7));
    return this.#origins.has(origin);
  }
}

function isLoopbackName(host: string): boolean {
  return loopbackNames.includes(host.replace(/:\d+$/, '').toLowerCase());
}
