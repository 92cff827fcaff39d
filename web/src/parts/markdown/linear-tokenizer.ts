import { Lexer, Tokenizer, type Tokens } from 'marked';
import { mostPairings, mostReadings } from './markdown-cost.ts';

const endOfHeading = '+?)\\n {0,3}(=+|-+)[ \\t]*(?:\\n+|$)';

/** The lines that Marked's rule for underlined headings walks over before it finds the underline, or gives up. */
export const linesOfHeading = new RegExp(`${Lexer.rules.block.gfm.lheading.source.replace(endOfHeading, '')}+)`);

/** No line that could be the beginning of a block, or make a table of the line before it. */
const plainLine = /(?! {4}| {0,3}\t|[ \t]*(?:\n|$)| {0,3}(?:[<[|:-]|[*+](?:\s|$)|\d{1,9}[.)]))/;
const linesBeforePlain = new RegExp(`^(?:[^\\n]+\\n(?=${plainLine.source}[^\\n]))+`);

/** A stretch of the source, counted from its end: what is being read only ever gets shorter. */
interface Stretch {
  readonly from: number;
  readonly until: number;
}

const nowhere: Stretch = { from: 0, until: 0 };

/**
 * Reads what Marked reads. In an entry of a list Marked takes text line by line, and looks from each line through all
 * that follow for the underline of a heading. This one remembers where it found none, and takes those lines at once.
 */
export class LinearTokenizer extends Tokenizer {
  readonly budget = new ReadingBudget();
  #withoutHeading = nowhere;

  /** Runs something that reads another source. */
  elsewhere<Result>(read: () => Result): Result {
    const outer = this.#withoutHeading;
    this.#withoutHeading = nowhere;
    try {
      return read();
    } finally {
      this.#withoutHeading = outer;
    }
  }

  override lheading(source: string): Tokens.Heading | undefined {
    if (this.lexer.state.top) return super.lheading(source);
    if (this.#countKnown(source) > 0) return undefined;
    const heading = super.lheading(source);
    const walked = heading === undefined ? (linesOfHeading.exec(source)?.[0].length ?? 0) : 0;
    this.#withoutHeading = { from: source.length, until: source.length - walked };
    return heading;
  }

  override text(source: string): Tokens.Text | undefined {
    const { lastToken } = this.lexer.state;
    // The lexer puts the line behind the ones before it, and copies those.
    if (lastToken?.type === 'text') this.budget.spendCopy(lastToken.raw.length);
    const lines = linesBeforePlain.exec(source.slice(0, this.#countKnown(source)));
    if (lines === null) return super.text(source);
    const raw = lines[0].slice(0, -1);
    return { type: 'text', raw, text: raw, tokens: this.lexer.inline(raw) };
  }

  /** How much of the source is known to begin no heading. */
  #countKnown({ length }: string): number {
    const { from, until } = this.#withoutHeading;
    return length <= from && length > until ? length - until : 0;
  }
}

/** How many characters are copied in the time in which one is read. */
const copiesPerReading = 128;

/** What may still be spent on a text before the rest of it, or all of it, stays as it was written. */
class ReadingBudget {
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
