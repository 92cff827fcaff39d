import type { PlayedMessage } from '../../conversation/run/run-record.ts';
import { toMessageHash } from './messages.ts';
import type { MessageStatements } from './run-statements.ts';

/** The numbers of texts that were stored last. */
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
    for (const key of [...this.#numbers.keys()].slice(0, this.#limit / 2)) this.#numbers.delete(key);
  }
}

/**
 * Stores the texts of one run, or calibration, inside a transaction of its caller that fails when that is removed. It must
 * not be used again after a rollback: it may know messages that were never committed.
 */
export class MessageWriter {
  readonly #statements: MessageStatements;
  readonly #run: number;
  /** Messages that this run uses already. Only messages that no run uses are deleted, so these stay. */
  readonly #messages = new KnownNumbers(4000);
  /** By the text itself, which is long and nearly always the same. */
  readonly #guidelines = new KnownNumbers(100);

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

  storeGuidelines(text: string): number {
    return this.#guidelines.find(text) ?? this.#guidelines.add(text, this.storeText(text));
  }

  #storeBody(body: string): number {
    const key = toMessageHash(body);
    return this.#messages.find(key) ?? this.#messages.add(key, this.#insertMessage(Buffer.from(key, 'latin1'), body));
  }

  /** The database has every message once, for all runs. */
  #insertMessage(hash: Uint8Array, body: string): number {
    const stored = this.#statements.insertMessage.insert({ run_no: this.#run, hash, body });
    if (stored !== undefined) return stored;
    const found = this.#statements.findMessage.get({ hash });
    if (found === undefined) throw new Error('A message that is stored was not found.');
    if (found.run_no !== this.#run) this.#statements.insertMessageUse.run({ message_no: found.no, run_no: this.#run });
    return found.no;
  }
}
