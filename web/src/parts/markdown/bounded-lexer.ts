import { Lexer, type Token, type TokensList } from 'marked';
import { LinearTokenizer } from './linear-tokenizer.ts';
import { countSigns, deepestBlocks, isCrowded } from './markdown-cost.ts';

/**
 * Parses Markdown as GitHub does, with line breaks kept, in time linear in the length of the text. A crowded paragraph
 * and deeply nested content stay as written. Throws if blocks would have to be parsed again and again.
 */
export class BoundedLexer extends Lexer {
  readonly #tokenizer: LinearTokenizer;
  #depth = 0;

  constructor(tokenizer = new LinearTokenizer()) {
    super({ gfm: true, breaks: true, tokenizer });
    tokenizer.rules = { ...tokenizer.rules, inline: { ...tokenizer.rules.inline, ...linearRules } };
    this.#tokenizer = tokenizer;
  }

  override lex(source: string): TokensList {
    this.#tokenizer.budget.fill(source.length);
    return super.lex(source);
  }

  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], isClipped = false): Token[] {
    this.#tokenizer.budget.spendReading(source.length);
    if (this.#depth > deepestBlocks) {
      tokens.push({ type: 'html', block: true, pre: false, raw: source, text: source });
      return tokens;
    }
    this.#depth += 1;
    try {
      return this.#tokenizer.elsewhere(() => super.blockTokens(source, tokens, isClipped));
    } finally {
      this.#depth -= 1;
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    for (const piece of toPieces(source)) {
      if (this.#isAffordable(piece)) super.inlineTokens(piece, tokens);
      else tokens.push({ type: 'text', raw: piece, text: piece });
    }
    return tokens;
  }

  #isAffordable(piece: string): boolean {
    if (piece.length > longestPiece || isCrowded(piece)) return false;
    return this.#tokenizer.budget.spendPairing(countSigns(piece), piece.length);
  }
}

/**
 * Two of Marked's rules without email addresses. The Studio shows those as text anyway, and to find them Marked
 * searches for an @ after each letter.
 */
const linearRules = {
  /** Up to the next character that may be syntax. A single line break is kept. */
  text: /^(`+|~+|[^`~])(?:(?=[`~])|(?= *\n)|[\s\S]*?(?:(?=[\\<![`*~_]|\b_|(?<! ) *\n|(?:[hH][tT][tT][pP][sS]?|[fF][tT][pP]):\/\/|(?<![^\s*_~(])www\.|$)|[^ ](?= *\n)))/,
  url: /^((?:[hH][tT][tT][pP][sS]?|[fF][tT][pP]):\/\/|www\.)[a-zA-Z0-9-][^\s<]*/,
};

/** A paragraph is parsed in pieces of at most this many characters. */
export const longestPiece = 5000;

/**
 * Splits a long paragraph before line breaks and spaces. A word longer than a piece is its own piece. Joined, the
 * pieces are the paragraph.
 */
export function toPieces(paragraph: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (paragraph.length - start > longestPiece) {
    const end = findEnd(paragraph, start);
    pieces.push(paragraph.slice(start, end));
    start = end;
  }
  pieces.push(paragraph.slice(start));
  return pieces;
}

function findEnd(paragraph: string, start: number): number {
  const furthest = start + longestPiece;
  const line = paragraph.lastIndexOf('\n', furthest);
  if (line > start + longestPiece / 2) return line;
  const space = Math.max(line, paragraph.lastIndexOf(' ', furthest));
  if (space > start) return space;
  const behind = paragraph.slice(furthest).search(/[ \n]/u);
  return behind === -1 ? paragraph.length : furthest + behind;
}
