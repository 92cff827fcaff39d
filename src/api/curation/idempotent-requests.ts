import { createHash, hash } from 'node:crypto';
import { Fault } from '../../base/fault.ts';
import type { IdempotencyStore } from '../../store/curation-port.ts';

/** An answer as text, so that it can be given again. */
export interface TextAnswer {
  readonly status: number;
  readonly text: string;
  /** Of what was made; the answer given again is without it. */
  readonly etag?: string;
}

export interface IdempotentAnswer extends TextAnswer {
  /** The first answer again: nothing was done this time. */
  readonly isReplayed: boolean;
}

export interface IdempotentRequest {
  readonly actor: string;
  /** The Idempotency-Key; undefined: the request is carried out whenever it comes. */
  readonly key: string | undefined;
  /**
   * Hash of the whole request. Reads the rest of the body first. Undefined: the connection
   * broke, so the request is unknown.
   */
  readonly fingerprint: () => Promise<string | undefined>;
}

/** Carries out a request with a key once. A second one that comes while the first is under way waits for it. */
export class IdempotentRequests {
  readonly #store: IdempotencyStore;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(store: IdempotencyStore) {
    this.#store = store;
  }

  async run(request: IdempotentRequest, carryOut: () => Promise<TextAnswer>): Promise<IdempotentAnswer> {
    const { actor, key } = request;
    if (key === undefined) return { ...(await carryOut()), isReplayed: false };
    const name = JSON.stringify([actor, key]);
    for (let first = this.#underWay.get(name); first !== undefined; first = this.#underWay.get(name)) {
      // Whether it failed is for its own caller to hear.
      await first.catch(() => undefined);
    }
    const work = this.#runAlone({ ...request, key }, carryOut);
    this.#underWay.set(name, work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(name);
    }
  }

  async #runAlone(
    { actor, key, fingerprint }: IdempotentRequest & { readonly key: string },
    carryOut: () => Promise<TextAnswer>,
  ): Promise<IdempotentAnswer> {
    const before = await this.#store.find(actor, key);
    if (before !== undefined) {
      if (before.request !== (await fingerprint())) throw toReused(key);
      return { status: before.status, text: before.answer, isReplayed: true };
    }
    const answer = await carryOut();
    const asked = await fingerprint();
    if (asked === undefined) return { ...answer, isReplayed: false };
    // Another process may have been first: then its answer is the one that counts.
    const kept = await this.#store.save({ actor, key, request: asked }, { status: answer.status, answer: answer.text });
    if (kept.request !== asked) throw toReused(key);
    return { ...answer, status: kept.status, text: kept.answer, isReplayed: false };
  }
}

function toReused(key: string): Fault {
  const message = `The Idempotency-Key "${key}" was already used for a different request.`;
  return new Fault({ code: 'ONCE_KEY_REUSED', message, hint: 'Use a new key for each new request.' });
}

/** Where a request goes: a key is for one address and what is sent there. */
export interface RequestTarget {
  readonly method: string;
  readonly url: string;
}

/** The fingerprint of a request whose body was read whole. */
export function fingerprintOf({ method, url }: RequestTarget, body: unknown): () => Promise<string> {
  return async () => hash('sha256', JSON.stringify([method, url, body ?? null]));
}

/** A body that is hashed while it is read. */
export class HashedBody implements AsyncIterable<Buffer> {
  readonly #body: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #state: 'open' | 'whole' | 'broken' = 'open';

  constructor({ method, url }: RequestTarget, body: AsyncIterable<Buffer>) {
    this.#body = body[Symbol.asyncIterator]();
    this.#hash.update(JSON.stringify([method, url]));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (let chunk = await this.#next(); chunk !== undefined; chunk = await this.#next()) yield chunk;
  }

  readonly fingerprint = async (): Promise<string | undefined> => {
    try {
      while ((await this.#next()) !== undefined);
    } catch {
      // The state says so.
    }
    return this.#state === 'whole' ? this.#hash.copy().digest('hex') : undefined;
  };

  async #next(): Promise<Buffer | undefined> {
    if (this.#state !== 'open') return undefined;
    try {
      const { value, done } = await this.#body.next();
      if (done === true) this.#state = 'whole';
      else this.#hash.update(value);
      return done === true ? undefined : value;
    } catch (cause) {
      this.#state = 'broken';
      throw cause;
    }
  }
}
