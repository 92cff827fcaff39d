import { Fault, type Problem } from '../../base/fault.ts';
import { readDeck } from '../deck/read-deck.ts';
import type { PlacedGrader } from '../eval/placed-graders.ts';
import type { Attachments } from '../project/attachments.ts';
import type { ValidateOptions } from './validator.ts';

/** The decks that an eval's graders name. Each is read once, whatever the number of cases. */
export class NamedDecks {
  readonly #attachments: Attachments;
  readonly #paths = new Set<string>();

  constructor(attachments: Attachments) {
    this.#attachments = attachments;
  }

  add(graders: readonly PlacedGrader[]): void {
    for (const { grader } of graders) {
      const path = grader.judge === undefined ? undefined : this.#find(grader.judge);
      if (path !== undefined) this.#paths.add(path);
    }
  }

  check(options: ValidateOptions): readonly Problem[] {
    return [...this.#paths].flatMap((path) => readDeck(path, options).problems);
  }

  /** A deck that cannot be read is reported where it is named. */
  #find(judge: string): string | undefined {
    try {
      this.#attachments.readText(judge);
      return this.#attachments.resolve(judge);
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }
}
