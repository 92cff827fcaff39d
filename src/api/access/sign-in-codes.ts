import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';

/** How long a link can wait to be opened. */
export const codeLifeMs = 10 * 60_000;
const mostCodes = 100;

interface SignInCode {
  readonly code: string;
  /** ISO. */
  readonly expiresAt: string;
}

/**
 * Codes of links that sign a browser in, each one once and for ten minutes: what stays in the history of a browser, or
 * in a terminal, is worth nothing to anyone who finds it later.
 */
export class SignInCodes {
  readonly #clock: Clock;
  readonly #print: ((code: SignInCode) => void) | undefined;
  /** When each ends, oldest first. */
  readonly #ends = new Map<string, number>();
  #printed: SignInCode | undefined;

  /** `print` shows a code to the person who started the server. */
  constructor(clock: Clock, print?: (code: SignInCode) => void) {
    this.#clock = clock;
    this.#print = print;
  }

  make(): SignInCode {
    const code = randomBytes(16).toString('base64url');
    const [oldest] = this.#ends.keys();
    if (oldest !== undefined && this.#ends.size >= mostCodes) this.#ends.delete(oldest);
    this.#ends.set(code, this.#clock.elapsed() + codeLifeMs);
    return { code, expiresAt: new Date(this.#clock.now() + codeLifeMs).toISOString() };
  }

  isGood(code: string): boolean {
    const end = this.#ends.get(code);
    return end !== undefined && this.#clock.elapsed() < end;
  }

  /** False: it was used before, is too old, or is not ours. */
  use(code: string): boolean {
    const isGood = this.isGood(code);
    this.#ends.delete(code);
    return isGood;
  }

  /**
   * A browser needs a link. Prints a new one, unless the last that was printed is still good: a browser that asks again and
   * again does not fill the terminal.
   */
  offer(): void {
    if (this.#print === undefined || (this.#printed !== undefined && this.isGood(this.#printed.code))) return;
    this.#printed = this.make();
    this.#print(this.#printed);
  }
}
