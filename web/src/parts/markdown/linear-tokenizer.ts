import { Lexer, Tokenizer, type Tokens } from 'marked';
import { mostPairings, mostReadings } from './markdown-cost.ts';

const endOfHeading = '+?)\\n {0,3}(=+|-+)[ \\t]*(?:\\n+|$)';

/** The lines that Marked's rule for underlined headings scans before it finds the underline or gives up. */
export const linesOfHeading = new RegExp(`${Lexer.rules.block.gfm.lheading.source.replace(endOfHeading, '')}+)`);

/** Matches a line that cannot start a block and cannot make a table of the line before it. */
const plainLine = /(?! {4}| {0,3}\t|[ \t]*(?:\n|$)| {0,3}(?:[<[|:-]|[*+](?:\s|$)|\d{1,9}[.)]))/;
const linesBeforePlain = new RegExp(`^(?:[^\\n]+\\n(?=${plainLine.source}[^\\n]))+`);

/** A range of the source, counted from its end, because the remaining source only gets shorter. */
interface Stretch {
  readonly from: number;
  readonly until: number;
}

const nowhere: Stretch = { from: 0, until: 0 };

/**
 * Produces the same tokens as Marked in linear time. In a list item, Marked reads text line by line, and scans all
 * following lines each time for the underline of a heading. This tokenizer remembers where there is none, and takes
 * those lines at once.
 */
export class LinearTokenizer extends Tokenizer {
  readonly budget = new ReadingBudget();
  #withoutHeading = nowhere;

  /** Runs a function that parses another source. */
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
    // The lexer appends the line to the previous ones, which copies them.
    if (lastToken?.type === 'text') this.budget.spendCopy(lastToken.raw.length);
    const lines = linesBeforePlain.exec(source.slice(0, this.#countKnown(source)));
    if (lines === null) return super.text(source);
    const raw = lines[0].slice(0, -1);
    return { type: 'text', raw, text: raw, tokens: this.lexer.inline(raw) };
  }

  /** How many characters of the source are known to start no heading. */
  #countKnown({ length }: string): number {
    const { from, until } = this.#withoutHeading;
    return length <= from && length > until ? length - until : 0;
  }
}

/** The number of characters that can be copied in the time it takes to parse one. */
const copiesPerReading = 128;

/** The work left for a text. When it is used up, the rest or all of the text stays as written. */
class ReadingBudget {
  #readings = 0;
  #pairings = 0;

  fill(length: number): void {
    this.#readings = (length + 1) * mostReadings;
    this.#pairings = mostPairings;
  }

  /** Throws if blocks are parsed again and again. */
  spendReading(characters: number): void {
    this.#readings -= characters;
    if (this.#readings < 0) throw new Error('The blocks of this text were read too often.');
  }

  spendCopy(characters: number): void {
    this.spendReading(characters / copiesPerReading);
  }

  /** For each delimiter, the lexer scans the piece for its end. False: there were too many already. */
  spendPairing(signs: number, characters: number): boolean {
    this.#pairings -= signs * characters;
    return this.#pairings >= 0;
  }
}
