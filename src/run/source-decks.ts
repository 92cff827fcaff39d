import { assertNoErrors, Fault } from '../base/fault.ts';
import type { Deck } from '../conversation/judge/deck.ts';
import { readDeck } from '../files/deck/read-deck.ts';
import type { Attachments } from '../files/project/attachments.ts';

export interface SourceDecksOptions {
  readonly attachments: Attachments;
  readonly cwd: string;
  /** Decks that are known already, as graders name them; they go before files. */
  readonly known?: ReadonlyMap<string, Deck> | undefined;
}

/** The decks that the graders of an eval file name. Each is read once. */
export class SourceDecks {
  readonly #options: SourceDecksOptions;
  readonly #decks: Map<string, Deck>;

  constructor(options: SourceDecksOptions) {
    this.#options = options;
    this.#decks = new Map(options.known);
  }

  /** The deck of this name; throws a Fault when there is none that can be used. */
  get(written: string): Deck {
    const known = this.#decks.get(written);
    if (known !== undefined) return known;
    const { attachments, cwd } = this.#options;
    const { deck, problems } = readDeck(attachments.resolve(written), { cwd });
    assertNoErrors(problems);
    if (deck === undefined)
      throw new Fault({ code: 'DECK_BAD_VALUE', message: `Turnwise cannot use the deck "${written}".` });
    this.#decks.set(written, deck);
    return deck;
  }
}
