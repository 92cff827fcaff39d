import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** With the port behind it: browsers send a cookie to every port of this machine, and two servers have one each. */
const sessionCookie = 'turnwise_session';
const sessionCookieName = new RegExp(`^${sessionCookie}(_\\d+)?$`);

export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

const halfBytes = 32;

/**
 * Knows the token that lets a script in, and the two halves of the session that a link leaves in a browser. One half is
 * a cookie, which no script of a page can read, but which browsers send to every port of this machine. The other is
 * kept for the origin of this server alone and sent as a header. Neither is worth anything without the other.
 *
 * Both are made of the token, so that with the same token a session outlives the server. It takes work, so that who
 * catches the cookie cannot try out tokens.
 */
export class Session {
  readonly #token: Buffer;
  readonly #cookie: string;
  readonly proof: string;

  constructor(token: string) {
    this.#token = Buffer.from(token);
    const made = scryptSync(token, 'turnwise session', 2 * halfBytes);
    this.#cookie = made.subarray(0, halfBytes).toString('base64url');
    this.proof = made.subarray(halfBytes).toString('base64url');
  }

  isToken(text: string): boolean {
    return isSame(text, this.#token);
  }

  /** One of these is ours. */
  hasCookie(texts: readonly string[]): boolean {
    const cookie = Buffer.from(this.#cookie);
    return texts.some((text) => isSame(text, cookie));
  }

  isProof(header: string | readonly string[] | undefined): boolean {
    return typeof header === 'string' && isSame(header, Buffer.from(this.proof));
  }

  /** `Authorization: Bearer <token>`. */
  isBearer(header: string): boolean {
    return /^Bearer /i.test(header) && this.isToken(header.slice(7).trim());
  }

  /** For Set-Cookie. Not `Secure`: on this machine there is no TLS. */
  renderCookie(port: number): string {
    return `${sessionCookie}_${port}=${this.#cookie}; Path=/; HttpOnly; SameSite=Strict`;
  }
}

/** The values of our cookies in a Cookie header: of this server, and of others on this machine. */
export function listCookies(header: string | undefined): readonly string[] {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  return pairs.flatMap(([name = '', value = '']) => (sessionCookieName.test(name) ? [value] : []));
}

/** Compares in constant time: the time depends on the length of the secret alone. */
function isSame(text: string, secret: Buffer): boolean {
  const bytes = Buffer.from(text);
  return bytes.length === secret.length && timingSafeEqual(bytes, secret);
}
