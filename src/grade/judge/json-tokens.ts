export const quote = 0x22;
export const backslash = 0x5c;
/** The first character code that is allowed unescaped in a string. */
export const blank = 0x20;

export function skipBlanks(text: string, at: number): number {
  return findMatchEnd(blanks, text, at);
}

/** The offset after an escape sequence, or -1. */
export function findEscapeEnd(text: string, at: number): number {
  return findMatchEnd(escapeSequence, text, at);
}

/** The offset after a number, true, false or null, or -1. */
export function findPlainEnd(text: string, at: number): number {
  return findMatchEnd(plainValue, text, at);
}

/**
 * The offset after the closing quote, or -1 if no string begins here. It is a loop, because a regular expression can
 * exceed the stack on megabytes.
 */
export function findStringEnd(text: string, from: number): number {
  if (text[from] !== '"') return -1;
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code < blank) return -1;
    if (code === backslash) {
      const end = findEscapeEnd(text, at);
      if (end === -1) return -1;
      at = end - 1;
    }
  }
  return -1;
}

// Sticky: each is matched at one offset only, without backtracking.
const blanks = /[ \t\n\r]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const plainValue = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function findMatchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
