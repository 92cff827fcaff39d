import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export const sessionCookie = 'turnwise_session';

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

  isCookie(text: string): boolean {
    return isSame(text, this.#cookie);
  }

  /** `Authorization: Bearer <token>`. */
  isBearer(header: string): boolean {
    return /^Bearer /i.test(header) && this.isToken(header.slice(7).trim());
  }

  /** For Set-Cookie. Not `Secure`: on this machine there is no TLS. */
  renderCookie(): string {
    return `${sessionCookie}=${this.#cookieText}; Path=/; HttpOnly; SameSite=Strict`;
  }
}

/** The value of our cookie in a Cookie header. */
export function findCookie(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === sessionCookie) return value;
  }
  return undefined;
}

/** In a time that tells how long the secret is, and nothing else about it. */
function isSame(text: string, secret: Buffer): boolean {
  const bytes = Buffer.from(text);
  return bytes.length === secret.length && timingSafeEqual(bytes, secret);
}
