import type { PlayedMessage } from '../../conversation/run/run-record.ts';
import { KnownMessages } from '../sqlite/known-messages.ts';
import { toMessageHash } from './messages.ts';
import type { MessageStatements } from './run-statements.ts';

/** The numbers of the texts that were used last; the oldest are dropped. */
class KnownNumbers {
  readonly #limit: number;
  readonly #numbers = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  find(key: string): number | undefined {
    return this.#numbers.get(key);
  }

  add(key: string, number: number): number {
    if (this.#numbers.size >= this.#limit) this.#dropOldest();
    this.#numbers.set(key, number);
    return number;
  }

  /** Half at once: one by one would cost more than finding them again. */
  #dropOldest(): void {
    let left = this.#limit / 2;
    for (const key of this.#numbers.keys()) {
      if (left-- <= 0) return;
      this.#numbers.delete(key);
    }
  }
}

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
    const stored = this.#statements.insertMessage.get({ run_no: this.#run, hash, body });
    if (stored !== undefined) return stored.no;
    const found = this.#statements.findMessage.get({ hash });
    if (found === undefined) throw new Error('A message that is stored was not found.');
    if (found.run_no !== this.#run) this.#statements.insertMessageUse.run({ message_no: found.no, run_no: this.#run });
    return found.no;
  }
}
