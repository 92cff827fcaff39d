import { Fault, type Problem } from '../../base/fault.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import { readDeck } from '../deck/read-deck.ts';
import type { EvalFile } from '../eval/read-eval.ts';
import type { ValidateOptions } from './validated.ts';

/** The decks that an eval's graders name. Each is read once, whatever the number of cases. */
export class NamedDecks {
  readonly #evalFile: EvalFile;
  readonly #paths = new Set<string>();

  constructor(evalFile: EvalFile) {
    this.#evalFile = evalFile;
    this.#add(evalFile.head.graders ?? []);
  }

  addCase({ graders, turns }: EvalCase): void {
    this.#add(graders);
    for (const turn of turns ?? []) this.#add(turn.graders ?? []);
  }

  check(options: ValidateOptions): readonly Problem[] {
    return [...this.#paths].flatMap((path) => [...readDeck(path, options).problems]);
  }

  #add(graders: readonly GraderSpec[]): void {
    for (const { judge } of graders) {
      const path = judge === undefined ? undefined : this.#find(judge);
      if (path !== undefined) this.#paths.add(path);
    }
  }

  /** A deck that is not there is reported where it is named. */
  #find(judge: string): string | undefined {
    try {
      this.#evalFile.attachments.readText(judge);
      return this.#evalFile.attachments.resolve(judge);
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }
}
