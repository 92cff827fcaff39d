import { resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { EvalCase } from '../conversation/case.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import { type CaseGrader, isJudge, listCaseGraders } from '../grade/case-graders.ts';
import { findJudgeTarget, getGraderDeck } from '../grade/judge/open-judge.ts';
import { type AskedDeck, AskedDecks } from './asked-decks.ts';
import type { EvalSource } from './run-context.ts';
import { SourceDecks } from './source-decks.ts';

/** A grader of a case that asks somebody. */
export interface JudgedBy {
  readonly grader: CaseGrader;
  readonly deck: Deck;
  /** Id of the target that is asked. Absent: nobody is configured. */
  readonly target?: string;
}

export interface RunJudgesOptions {
  readonly cwd: string;
  /** Who judges when neither grader nor deck says; default: as each file says. */
  readonly judge?: string | undefined;
}

/** Finds out whom the judges of a run will ask, and by which decks, before anything is called. */
export class RunJudges {
  readonly #options: RunJudgesOptions;
  readonly #decks = new Map<EvalSource, SourceDecks>();
  readonly #files = new Set<string>();
  readonly #asked = new AskedDecks();

  constructor(options: RunJudgesOptions) {
    this.#options = options;
  }

  /** Every file that a deck so far is made of; absolute. */
  get files(): readonly string[] {
    return [...this.#files];
  }

  /** Which decks so far are asked of which targets. */
  get asked(): readonly AskedDeck[] {
    return this.#asked.list();
  }

  list(source: EvalSource, evalCase: EvalCase): readonly JudgedBy[] {
    const asking = listCaseGraders(evalCase).filter(isJudge);
    return asking.flatMap((grader) => {
      const deck = this.#findDeck(source, grader);
      if (deck === undefined) return [];
      const target = findJudgeTarget(grader, deck, this.#options.judge ?? source.evalFile.head.judge);
      if (target !== undefined) this.#asked.add(source, { deck, grader: grader.spec, target });
      return [{ grader, deck, ...(target === undefined ? {} : { target }) }];
    });
  }

  /** Undefined when the deck cannot be used: the validation tells that. */
  #findDeck(source: EvalSource, grader: CaseGrader): Deck | undefined {
    try {
      return getGraderDeck(grader, (written) => this.#getDeck(source, written));
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }

  #getDeck(source: EvalSource, written: string): Deck {
    const { cwd } = this.#options;
    const decks = this.#decks.get(source) ?? new SourceDecks({ attachments: source.evalFile.attachments, cwd });
    this.#decks.set(source, decks);
    const deck = decks.get(written);
    for (const file of deck.files) this.#files.add(resolve(cwd, file));
    return deck;
  }
}
