import { Fault, type Place, type Problem, toError } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { Deck } from '../../conversation/deck.ts';
import { readDeck } from '../deck/read-deck.ts';
import type { PlacedGrader } from '../eval/placed-graders.ts';
import type { Attachments } from '../project/attachments.ts';
import type { NamedTargets } from './named-targets.ts';
import type { ValidateOptions } from './validator.ts';

type PlaceOf = (path: readonly PathSegment[]) => Place;

/** Where a deck is named first, and where it is first asked about a single reply. */
interface NamedDeck {
  readonly place: () => Place;
  onReply?: () => Place;
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
      const named: NamedDeck = this.#named.get(file) ?? { place };
      this.#named.set(file, named);
      if (isOnReply(placed)) named.onReply ??= place;
    }
  }

  check(options: ValidateOptions, targets: NamedTargets): readonly Problem[] {
    return [...this.#named].flatMap(([path, named]) => {
      const { deck, problems } = readDeck(path, options);
      return deck === undefined ? problems : [...problems, ...this.#checkUse(deck, named, targets)];
    });
  }

  #checkUse({ sees, model, file }: Deck, { place, onReply }: NamedDeck, targets: NamedTargets): readonly Problem[] {
    const unknown = model === undefined ? [] : targets.check([{ name: model, path: [] }], place);
    const told = unknown.map((problem) => ({ ...problem, message: `${problem.message} The deck ${file} names it.` }));
    if (sees !== 'conversation' || onReply === undefined) return told;
    const message = `The deck ${file} sees the whole conversation, and this grader grades single replies: the judge would see what came later.`;
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
