import { mostPairings, mostReadings } from './markdown-cost.ts';

/** How many characters are copied in the time in which one is read. */
const copiesPerReading = 128;

/** What may still be spent on a text before the rest of it, or all of it, stays as it was written. */
export class ReadingBudget {
  #readings = 0;
  #pairings = 0;

  fill(length: number): void {
    this.#readings = (length + 1) * mostReadings;
    this.#pairings = mostPairings;
  }

  /** Throws when blocks are read again and again. */
  spendReading(characters: number): void {
    this.#readings -= characters;
    if (this.#readings < 0) throw new Error('The blocks of this text were read too often.');
  }

  spendCopy(characters: number): void {
    this.spendReading(characters / copiesPerReading);
  }

  /** From each sign the reader looks through the piece for the one that ends it. False: there were too many already. */
  spendPairing(signs: number, characters: number): boolean {
    this.#pairings -= signs * characters;
    return this.#pairings >= 0;
  }
}
