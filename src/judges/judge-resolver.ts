import { dirname, resolve } from 'node:path';
import { assertNoErrors, Fault } from '../base/fault.ts';
import type { GraderSpec } from '../conversation/grader-spec.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { readDeck } from '../files/deck/read-deck.ts';
import type { CaseGrader } from '../grade/case-graders.ts';
import { findJudgeTarget, getGraderDeck } from '../grade/judge/open-judge.ts';
import { toDeckHash } from '../grade/judge/render-deck.ts';
import type { EvalSource } from '../samples/eval-sources.ts';
import type { CalledTargets } from '../samples/run-inputs.ts';

/** The judge of a grader: its deck, and the target that follows it. */
export interface GraderJudge {
  readonly deck: Deck;
  /** Id of the target. Absent: neither the grader, its deck, the file nor `--judge` sets one. */
  readonly target?: string;
  /** Absent also when the targets file does not have the target. */
  readonly spec?: TargetSpec;
}

/** One deck with one target, as the graders of a run or grading use them. */
export interface JudgeUse {
  readonly deck: Deck;
  /** Before the environment is filled in. */
  readonly spec: TargetSpec;
  /** Of the project whose targets file has the target. */
  readonly root: string;
  /** Of the targets file. */
  readonly folder: string;
  /** The scores from which its graders pass, each once. null: a grader is inverted by `not`, and passes below one. */
  readonly passingScores: readonly (number | null)[];
}

interface JudgeResolverOptions {
  readonly cwd: string;
  /** The target of graders that name none. Default: the one in each file. */
  readonly judge?: string | undefined;
  /** Decks that no file names, under the names that graders give them. They win over files. */
  readonly decks?: ReadonlyMap<string, Deck> | undefined;
}

interface Use {
  readonly source: EvalSource;
  readonly passingScores: Set<number | null>;
}

/**
 * Finds the judge of a grader: grader → deck → target. Run and grading plan with it, and ask the same judges by it.
 * Decks are read once per file.
 */
export class JudgeResolver {
  readonly #options: JudgeResolverOptions;
  readonly #decks = new Map<EvalSource, Map<string, Deck>>();
  /** By identity: decks and targets are read once per file, and this is called for every case. */
  readonly #uses = new Map<Deck, Map<TargetSpec, Use>>();
  readonly #hashes = new Map<Deck, string>();
  readonly #files = new Set<string>();

  constructor(options: JudgeResolverOptions) {
    this.#options = options;
  }

  /** Throws a Fault when the deck cannot be used. */
  get(source: EvalSource, grader: CaseGrader): GraderJudge {
    const deck = getGraderDeck(grader, (written) => this.getDeck(source, written));
    const target = findJudgeTarget(grader, deck, this.defaultTarget(source));
    const spec = target === undefined ? undefined : source.specs.get(target);
    return { deck, ...(target === undefined ? {} : { target }), ...(spec === undefined ? {} : { spec }) };
  }

  /** Undefined when the deck cannot be used, which validation reports. */
  find(source: EvalSource, grader: CaseGrader): GraderJudge | undefined {
    try {
      return this.get(source, grader);
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }

  /** Counts the judge among those that will be asked. */
  use(source: EvalSource, { spec: grader }: CaseGrader, { deck, spec }: GraderJudge): void {
    if (!this.#hashes.has(deck)) this.#hashes.set(deck, toDeckHash(deck));
    if (spec === undefined) return;
    const ofDeck = this.#uses.get(deck) ?? new Map<TargetSpec, Use>();
    if (ofDeck.size === 0) this.#uses.set(deck, ofDeck);
    const use = ofDeck.get(spec) ?? { source, passingScores: new Set() };
    ofDeck.set(spec, use);
    use.passingScores.add(toPassingScore(grader, deck));
  }

  /** The target of judges that neither grader nor deck sets. */
  defaultTarget(source: EvalSource): string | undefined {
    return this.#options.judge ?? source.evalFile.head.judge;
  }

  /** The deck of this name. Throws a Fault when there is none that can be used. */
  getDeck(source: EvalSource, written: string): Deck {
    const { cwd, decks: added } = this.#options;
    const decks = this.#decks.get(source) ?? new Map(added);
    this.#decks.set(source, decks);
    const known = decks.get(written);
    if (known !== undefined) return known;
    const { deck, problems } = readDeck(source.evalFile.attachments.resolve(written), { cwd });
    assertNoErrors(problems);
    if (deck === undefined)
      throw new Fault({ code: 'DECK_BAD_VALUE', message: `Turnwise cannot use the deck "${written}".` });
    decks.set(written, deck);
    for (const file of deck.files) this.#files.add(resolve(cwd, file));
    return deck;
  }

  /** Every deck with every target it is used with: each pair once, in the order of their first use. */
  get uses(): readonly JudgeUse[] {
    const pairs = new Map<string, JudgeUse>();
    for (const [deck, ofDeck] of this.#uses) {
      for (const [spec, { source, passingScores }] of ofDeck) {
        const key = JSON.stringify([deck.file, source.targetsFile?.path, spec.id]);
        const known = pairs.get(key);
        const folder = dirname(source.targetsFile?.path ?? source.path);
        const pair = known ?? { deck, spec, root: source.root, folder };
        pairs.set(key, { ...pair, passingScores: [...new Set([...(known?.passingScores ?? []), ...passingScores])] });
      }
    }
    return [...pairs.values()];
  }

  /** Ids of the targets that will be called, by file. */
  get called(): CalledTargets {
    const called = new Map<EvalSource, Set<string>>();
    for (const [spec, { source }] of this.#listTargets()) {
      called.set(source, (called.get(source) ?? new Set()).add(spec.id));
    }
    return called;
  }

  /** The targets that will be called, each once. */
  get specs(): readonly TargetSpec[] {
    const specs = new Map(
      this.#listTargets().map(([spec, { source }]) => [`${source.targetsFile?.path} ${spec.id}`, spec]),
    );
    return [...specs.values()];
  }

  /** Sorted, so that any order of use gives the same hash. */
  get deckHashes(): readonly string[] {
    return [...new Set(this.#hashes.values())].sort();
  }

  /** Every file that a deck is made of; absolute. */
  get files(): readonly string[] {
    return [...this.#files];
  }

  #listTargets(): readonly (readonly [TargetSpec, Use])[] {
    return [...this.#uses.values()].flatMap((ofDeck) => [...ofDeck]);
  }
}

function toPassingScore({ threshold, not }: Pick<GraderSpec, 'threshold' | 'not'>, { pass }: Deck): number | null {
  return not === true ? null : (threshold ?? pass);
}
