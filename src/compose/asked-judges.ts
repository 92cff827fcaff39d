import type { Deck } from '../conversation/judge/deck.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import type { CaseGrader } from '../grade/case-graders.ts';
import { toDeckHash } from '../grade/deck/deck-hash.ts';
import { findJudgeTarget, getGraderDeck } from '../grade/judge/open-judge.ts';
import { type AskedDeck, AskedDecks } from '../run/asked-decks.ts';
import type { EvalSource } from '../run/run-context.ts';
import { SourceDecks } from '../run/source-decks.ts';
import { checkChosenTargets } from './eval-sources.ts';

export interface AskedJudgesOptions {
  readonly cwd: string;
  /** Who judges when neither grader nor deck says; default: as each file says. */
  readonly judge?: string | undefined;
  /** Decks that no file names, as graders name them. */
  readonly decks: ReadonlyMap<string, Deck>;
}

/** The judges that a grading asks: collected grader by grader, before the first of them is asked. */
export class AskedJudges {
  readonly #options: AskedJudgesOptions;
  readonly #decks = new Map<EvalSource, SourceDecks>();
  readonly #hashes = new Map<Deck, string>();
  readonly #called = new Map<EvalSource, Set<string>>();
  readonly #specs = new Map<string, TargetSpec>();
  readonly #asked = new AskedDecks();

  constructor(options: AskedJudgesOptions) {
    this.#options = options;
  }

  /** Who a judge or rubric will ask, and by which deck. `spec` is absent where nobody is configured. */
  add(source: EvalSource, grader: CaseGrader): { readonly deck: Deck; readonly spec?: TargetSpec } {
    const deck = getGraderDeck(grader, (written) => this.#getDeck(source, written));
    if (!this.#hashes.has(deck)) this.#hashes.set(deck, toDeckHash(deck));
    const id = findJudgeTarget(grader, deck, this.#options.judge ?? source.evalFile.head.judge);
    // Graders of files were looked at by the validation; a deck that was added may name anybody.
    if (id !== undefined) checkChosenTargets([source], [id]);
    const spec = id === undefined ? undefined : source.specs.get(id);
    if (spec === undefined) return { deck };
    const called = this.#called.get(source) ?? new Set();
    this.#called.set(source, called.add(spec.id));
    this.#asked.add(source, { deck, grader: grader.spec, target: spec.id });
    this.#specs.set(`${source.targetsFile?.path} ${spec.id}`, spec);
    return { deck, spec };
  }

  /** Ids of the targets that will be called, by file. */
  get called(): ReadonlyMap<EvalSource, ReadonlySet<string>> {
    return this.#called;
  }

  /** Which decks are asked of which targets. */
  get asked(): readonly AskedDeck[] {
    return this.#asked.list();
  }

  get specs(): readonly TargetSpec[] {
    return [...this.#specs.values()];
  }

  /** Sorted, so that they make the same hash in whatever order they were met. */
  get deckHashes(): readonly string[] {
    return [...new Set(this.#hashes.values())].sort();
  }

  #getDeck(source: EvalSource, written: string): Deck {
    const { cwd, decks: known } = this.#options;
    const decks = this.#decks.get(source) ?? new SourceDecks({ attachments: source.evalFile.attachments, cwd, known });
    this.#decks.set(source, decks);
    return decks.get(written);
  }
}
