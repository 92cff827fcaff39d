import { Fault, type Place, type Problem, toError } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import { findThresholdFlaw } from '../../conversation/judge/scale.ts';
import { readDeck } from '../deck/read-deck.ts';
import type { PlacedGrader } from '../eval/placed-graders.ts';
import type { Attachments } from '../project/attachments.ts';
import type { NamedTargets } from './named-targets.ts';
import type { ValidateOptions } from './validator.ts';

type PlaceOf = (path: readonly PathSegment[]) => Place;

/** Distinct thresholds are few; a stream of cases that each have their own is checked as far as memory allows. */
const mostThresholds = 1000;

/** Where a deck is named first, and where it is first asked about a single reply. */
interface NamedDeck {
  readonly place: () => Place;
  onReply?: () => Place;
  /** Each threshold that is asked of it, at its first place. */
  readonly thresholds: Map<number, () => Place>;
}

/** The decks that an eval's graders name. Each is read once, whatever the number of cases. */
export class NamedDecks {
  readonly #attachments: Attachments;
  readonly #reading: string;
  readonly #named = new Map<string, NamedDeck>();

  constructor(attachments: Attachments, reading: string) {
    this.#attachments = attachments;
    this.#reading = reading;
  }

  add(graders: readonly PlacedGrader[], placeOf: PlaceOf): void {
    for (const placed of graders) {
      const { grader, path } = placed;
      const file = grader.judge === undefined ? undefined : this.#find(grader.judge);
      if (file === undefined) continue;
      const place = () => placeOf([...path, 'judge']);
      const named: NamedDeck = this.#named.get(file) ?? { place, thresholds: new Map() };
      this.#named.set(file, named);
      if (isOnReply(placed)) named.onReply ??= place;
      const { threshold } = grader;
      if (threshold === undefined || named.thresholds.has(threshold) || named.thresholds.size >= mostThresholds)
        continue;
      named.thresholds.set(threshold, () => placeOf([...path, 'threshold']));
    }
  }

  check(options: ValidateOptions, targets: NamedTargets): readonly Problem[] {
    return [...this.#named].flatMap(([path, named]) => {
      const { deck, problems } = readDeck(path, options);
      return deck === undefined
        ? problems
        : [...problems, ...this.#checkUse(deck, named, targets), ...this.#checkThresholds(deck, named)];
    });
  }

  #checkThresholds({ scale, file }: Deck, { thresholds }: NamedDeck): readonly Problem[] {
    return [...thresholds].flatMap(([threshold, place]) => {
      const flaw = findThresholdFlaw(threshold, scale);
      if (flaw === undefined) return [];
      const message = `The threshold ${threshold} ${flaw} of deck ${file}.`;
      const hint = `Write a number from ${scale.min} to ${scale.max}.`;
      return [toError({ code: 'EVAL_BAD_VALUE', message, hint, reading: this.#reading, ...place() })];
    });
  }

  #checkUse({ sees, target, file }: Deck, { place, onReply }: NamedDeck, targets: NamedTargets): readonly Problem[] {
    const unknown = target === undefined ? [] : targets.check([{ name: target, path: [] }], place);
    const told = unknown.map((problem) => ({ ...problem, message: `${problem.message} The deck ${file} uses it.` }));
    if (sees !== 'conversation' || onReply === undefined) return told;
    const message = `The deck ${file} shows the whole conversation, but this grader grades single replies. The judge would see later turns.`;
    const hint = 'Set `when: conversation` here, or `sees = "history"` in the deck.';
    return [...told, toError({ code: 'EVAL_JUDGE_SEES_LATER', message, hint, reading: this.#reading, ...onReply() })];
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

/** Under a scripted line a grader speaks of the reply to it, whatever its `when` says. */
function isOnReply({ grader, path }: PlacedGrader): boolean {
  return grader.when !== 'conversation' || path[0] === 'turns';
}
