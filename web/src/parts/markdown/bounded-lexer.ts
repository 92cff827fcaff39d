import { Lexer, type Token, type TokensList } from 'marked';
import { linearRules } from './linear-rules.ts';
import { LinearTokenizer } from './linear-tokenizer.ts';
import { countSigns, deepestBlocks, isCrowded } from './markdown-cost.ts';
import { longestPiece, toPieces } from './text-pieces.ts';

/**
 * Reads Markdown as GitHub does, with the line breaks that people type, in a time that grows with the length of the
 * text and no faster. A crowded paragraph, and what is nested too deep, stays as it was written. Throws where blocks
 * would have to be read again and again.
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
