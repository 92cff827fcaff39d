import { resolve } from 'node:path';
import { assertNoErrors, Fault } from '../base/fault.ts';
import type { GraderSpec } from '../conversation/grader-spec.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import { toPromptDeck } from '../conversation/judge/prompt-deck.ts';
import type { PromptSource } from '../conversation/judge/prompt-spec.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { readDeck } from '../files/deck/read-deck.ts';
import { toShownFile } from '../files/project/project.ts';
import { toTargetsFolder } from '../files/targets/read-targets.ts';
import type { CaseGrader } from '../grade/case-graders.ts';
import { type DeckSource, findJudgeTarget, getGraderDeck } from '../grade/judge/open-judge.ts';
import { toDeckHash } from '../grade/judge/render-deck.ts';
import type { EvalSource } from '../samples/eval-sources.ts';
import type { CalledTargets } from '../samples/run-inputs.ts';

/** The judge of a grader: its deck, and the target that follows it. */
export interface GraderJudge {
  readonly deck: Deck;
  /** Id of the target. Absent: neither the grader, its deck, `--judge`, the tested target nor the file sets one. */
  readonly target?: string;
  /** Absent if there is no target, or if the targets file does not have it. */
  readonly spec?: TargetSpec;
}

/** A deck with a target, as graders of a run or grading use them. */
export interface JudgeUse {
  readonly deck: Deck;
  /** The target before its variables are filled in. */
  readonly spec: TargetSpec;
  /** The root of the project that the targets file belongs to. */
  readonly root: string;
  /** The folder that paths of the target are relative to. */
  readonly folder: string;
  /** The passing scores of its graders, each once. null: a grader is inverted by `not`. */
  readonly passingScores: readonly (number | null)[];
}

interface JudgeResolverOptions {
  readonly cwd: string;
  /** The target of judges without a target of their own. Default: the tested target's, then the one in each file. */
  readonly judge?: string | undefined;
  /** Decks from the command line, by the names that graders use for them. They take precedence over files. */
  readonly decks?: ReadonlyMap<string, Deck> | undefined;
}

const hostedProviders = ['openai', 'anthropic', 'google', 'azure'] as const;

interface Use {
  readonly source: EvalSource;
  readonly passingScores: Set<number | null>;
}

/**
 * Finds the judge of a grader: grader → deck → `--judge` → tested target → file. Runs and gradings use it both to plan and to ask judges. It
 * reads each deck once per file.
 */
export class JudgeResolver {
  readonly #options: JudgeResolverOptions;
  readonly #decks = new Map<EvalSource, Map<string, Deck>>();
  /** Keyed by identity, which is fast: decks and targets are read once per file, and every case looks them up. */
  readonly #uses = new Map<Deck, Map<TargetSpec, Use>>();
  readonly #hashes = new Map<Deck, string>();
  readonly #files = new Set<string>();

  constructor(options: JudgeResolverOptions) {
    this.#options = options;
  }

  /** `tested`: the target whose replies are judged. Throws a Fault if the deck cannot be used. */
  get(source: EvalSource, grader: CaseGrader, tested: string): GraderJudge {
    const deck = getGraderDeck(grader, (written) => this.getDeck(source, written));
    const target = findJudgeTarget(grader, deck, this.defaultTarget(source, tested));
    const spec = target === undefined ? undefined : source.specs.get(target);
    return { deck, ...(target === undefined ? {} : { target }), ...(spec === undefined ? {} : { spec }) };
  }

  /** Undefined: the deck cannot be used, which validation reports. */
  find(source: EvalSource, grader: CaseGrader, tested: string): GraderJudge | undefined {
    try {
      return this.get(source, grader, tested);
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }

  /** Adds the judge to those that will be asked. */
  use(source: EvalSource, { spec: grader }: CaseGrader, { deck, spec }: GraderJudge): void {
    if (!this.#hashes.has(deck)) this.#hashes.set(deck, toDeckHash(deck));
    if (spec === undefined) return;
    const ofDeck = this.#uses.get(deck) ?? new Map<TargetSpec, Use>();
    if (ofDeck.size === 0) this.#uses.set(deck, ofDeck);
    const use = ofDeck.get(spec) ?? { source, passingScores: new Set() };
    ofDeck.set(spec, use);
    use.passingScores.add(toPassingScore(grader, deck));
  }

  /**
   * The target of judges without a target of their own: `--judge`, else the judge of the tested target, else the judge
   * of the file. In AgentV, a model without any of them judges its own replies.
   */
  defaultTarget({ specs, evalFile, targetsFile }: EvalSource, tested: string): string | undefined {
    const target = specs.get(tested);
    const isOwn = targetsFile?.isAgentv === true && hostedProviders.some((name) => name === target?.provider);
    return this.#options.judge ?? target?.judge ?? evalFile.head.judge ?? (isOwn ? tested : undefined);
  }

  /** The deck of a grader. Throws a Fault if it cannot be used. */
  getDeck(source: EvalSource, named: DeckSource): Deck {
    const decks = this.#decks.get(source) ?? new Map(this.#options.decks);
    this.#decks.set(source, decks);
    const key = typeof named === 'string' ? named : JSON.stringify(named);
    const known = decks.get(key);
    if (known !== undefined) return known;
    const deck = typeof named === 'string' ? this.#readDeck(source, named) : this.#readPrompt(source, named);
    decks.set(key, deck);
    for (const file of deck.files) this.#files.add(resolve(this.#options.cwd, file));
    return deck;
  }

  #readDeck({ evalFile }: EvalSource, written: string): Deck {
    const { deck, problems } = readDeck(evalFile.attachments.resolve(written), { cwd: this.#options.cwd });
    assertNoErrors(problems);
    if (deck === undefined)
      throw new Fault({ code: 'DECK_BAD_VALUE', message: `Turnwise cannot use the deck "${written}".` });
    return deck;
  }

  #readPrompt({ evalFile: { attachments } }: EvalSource, { text, file = '', ...options }: PromptSource): Deck {
    if (text !== undefined) return toPromptDeck(text, options);
    const shown = toShownFile(attachments.resolve(file), this.#options.cwd);
    return toPromptDeck(attachments.readText(file), { ...options, file: shown });
  }

  /** Every pair of deck and target, in the order of first use. */
  get uses(): readonly JudgeUse[] {
    const pairs = new Map<string, JudgeUse>();
    for (const [deck, ofDeck] of this.#uses) {
      for (const [spec, { source, passingScores }] of ofDeck) {
        const key = JSON.stringify([deck.file, source.targetsFile?.path, spec.id]);
        const known = pairs.get(key);
        const folder = toTargetsFolder(source);
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

  /** The hashes of all decks, sorted, so that the order of use does not matter. */
  get deckHashes(): readonly string[] {
    return [...new Set(this.#hashes.values())].sort();
  }

  /** The files of all decks, as absolute paths. */
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
