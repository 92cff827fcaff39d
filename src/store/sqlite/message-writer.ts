import type { PlayedMessage } from '../../conversation/run/run-record.ts';
import { toMessageHash } from '../tables/messages.ts';
import { KnownMessages } from './known-messages.ts';
import { KnownNumbers } from './known-numbers.ts';
import type { MessageStatements } from './run-statements.ts';

const knownGuidelines = 100;

/**
 * Puts what is said in one run, or calibration, into the store, inside a transaction of its caller that fails when that
 * is removed.
 * After a transaction that was rolled back it is not to be used again: it may know messages that are not there.
 */
export class MessageWriter {
  readonly #statements: MessageStatements;
  readonly #run: number;
  /**
   * Messages and guidelines that this run is known to use, so that they need not be written again. They cannot be
   * collected meanwhile: that happens to messages that no run uses, and this one is there.
   */
  readonly #messages = new KnownMessages();
  readonly #guidelines = new KnownNumbers(knownGuidelines);

  constructor(statements: MessageStatements, run: number) {
    this.#statements = statements;
    this.#run = run;
  }

  storeMessage(played: PlayedMessage): number {
    return this.#storeBody(JSON.stringify(played));
  }

  storeText(text: string): number {
    return this.#storeBody(JSON.stringify(text));
  }

  /** Looked up by the text itself, which is often long and nearly always the same. */
  storeGuidelines(text: string): number {
    return this.#guidelines.find(text) ?? this.#guidelines.add(text, this.storeText(text));
  }

  #storeBody(body: string): number {
    const key = toMessageHash(body);
    return this.#messages.find(key) ?? this.#messages.add(key, this.#insertMessage(Buffer.from(key, 'latin1'), body));
  }

  /** Every message stands in the store once; one that another run brought is used from there. */
  #insertMessage(hash: Uint8Array, body: string): number {
    const stored = this.#statements.insertMessage.get(this.#run, hash, body);
    if (stored !== undefined) return Number(stored.no);
    const found = this.#statements.findMessage.get(hash);
    const number = Number(found?.no);
    if (found?.run_no !== this.#run) this.#statements.insertMessageUse.run(number, this.#run);
    return number;
  }
}
