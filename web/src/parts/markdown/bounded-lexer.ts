import { Lexer, type Token } from 'marked';
import { isCrowded } from './markdown-cost.ts';

/** Reads Markdown as GitHub does, with the line breaks that people type. A crowded paragraph stays as it was written. */
export class BoundedLexer extends Lexer {
  constructor() {
    super({ gfm: true, breaks: true });
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (!isCrowded(source)) return super.inlineTokens(source, tokens);
    tokens.push({ type: 'text', raw: source, text: source });
    return tokens;
  }
}
