import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** With the port behind it: browsers send a cookie to every port of this machine, and two servers have one each. */
const sessionCookie = 'turnwise_session';
const sessionCookieName = new RegExp(`^${sessionCookie}(_\\d+)?$`);

export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Knows the token that lets a caller in, and the cookie that the printed link leaves in a browser. The cookie is made
 * of the token and is not the token: browsers send it to every port of this machine, and whoever gets it there shall
 * not have what scripts use. With the same token it outlives the server.
 */
export class Session {
  readonly #token: Buffer;
  readonly #cookie: Buffer;
  readonly #cookieText: string;

  constructor(token: string) {
    this.#token = Buffer.from(token);
    this.#cookieText = createHash('sha256').update(`turnwise session ${token}`).digest('base64url');
    this.#cookie = Buffer.from(this.#cookieText);
  }

  isToken(text: string): boolean {
    return isSame(text, this.#token);
  }

  /** One of these is ours. */
  hasCookie(texts: readonly string[]): boolean {
    return texts.some((text) => isSame(text, this.#cookie));
  }

  /** `Authorization: Bearer <token>`. */
  isBearer(header: string): boolean {
    return /^Bearer /i.test(header) && this.isToken(header.slice(7).trim());
  }

  /** For Set-Cookie. Not `Secure`: on this machine there is no TLS. */
  renderCookie(port: number): string {
    return `${sessionCookie}_${port}=${this.#cookieText}; Path=/; HttpOnly; SameSite=Strict`;
  }
}

/** The values of our cookies in a Cookie header: of this server, and of others on this machine. */
export function listCookies(header: string | undefined): readonly string[] {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  return pairs.flatMap(([name = '', value = '']) => (sessionCookieName.test(name) ? [value] : []));
}

/** In a time that tells how long the secret is, and nothing else about it. */
function isSame(text: string, secret: Buffer): boolean {
  const bytes = Buffer.from(text);
  return bytes.length === secret.length && timingSafeEqual(bytes, secret);
}
