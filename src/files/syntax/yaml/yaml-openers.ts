import { Lexer } from 'yaml';

export interface Opener {
  readonly sign: string;
  readonly offset: number;
}

/** What is open at an offset of a YAML text. */
export interface Openers {
  /** The quote whose text reaches to the offset. */
  readonly quote?: Opener;
  /** Brackets of `[ ]` and `{ }`, outermost first. */
  readonly brackets: readonly Opener[];
  /** Whether the brackets end at the offset without having been closed. */
  readonly isCutOff: boolean;
}

/** Marks of the library's lexer that are not part of the text: the next token is text, brackets end, a document starts. */
const textMark = '\u001f';
const cutMark = '\u0018';
const startMark = '\u0002';

/** Reads tokens up to the offset. The tree does not help: it does not say where something unclosed began. */
export function findOpeners(text: string, offset: number): Openers {
  let brackets: Opener[] = [];
  let at = 0;
  let isText = false;
  for (const token of new Lexer().lex(text)) {
    if (!isText && token === textMark) {
      isText = true;
      continue;
    }
    if (!isText && token === startMark) continue;
    if (at >= offset) return { brackets, isCutOff: !isText && isCut(token, brackets) };
    if (!isText && token === cutMark) {
      brackets = [];
      continue;
    }
    if (!isText) {
      const sign = token[0] ?? '';
      if ((sign === '"' || sign === "'") && at + token.length >= offset) {
        return { quote: { sign, offset: at }, brackets, isCutOff: false };
      }
      if (token === '[' || token === '{') brackets.push({ sign, offset: at });
      if (token === ']' || token === '}') brackets.pop();
    }
    isText = false;
    at += token.length;
  }
  return { brackets, isCutOff: brackets.length > 0 };
}

function isCut(token: string, brackets: readonly Opener[]): boolean {
  const open = brackets.at(-1)?.sign;
  if (open === undefined) return false;
  return token === cutMark || (token === ']' && open === '{') || (token === '}' && open === '[');
}

export function closerOf(sign: string): string {
  return sign === '[' ? ']' : sign === '{' ? '}' : sign;
}
