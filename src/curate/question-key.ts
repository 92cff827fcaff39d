/**
 * Hash of a question with case and white space folded: equal ones ask the same. 16 hex digits; undefined for a blank
 * one. Not cryptographic: a collision costs a needless warning, and SHA-256 a good part of the time of an import.
 */
export function toQuestionKey(question: string): string | undefined {
  const text = question.trim().toLowerCase();
  if (text === '') return undefined;
  // Two lanes of 32 bits with multipliers of their own; the turn of the bits lets high ones reach low ones.
  let first = 0x9e3779b9;
  let second = 0x85ebca6b;
  let isGap = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isBlank = isSpace(code);
    if (isBlank && isGap) continue;
    isGap = isBlank;
    const folded = isBlank ? 32 : code;
    first = Math.imul(((first << 5) | (first >>> 27)) ^ folded, 0x9e3779b1);
    second = Math.imul(((second << 13) | (second >>> 19)) ^ folded, 0x5f356495);
  }
  return toHex(spread(first) ^ Math.imul(second, 0xc2b2ae35)) + toHex(spread(second) ^ Math.imul(first, 0x27d4eb2f));
}

/** White space as `\s` knows it. A plain loop takes half the time of folding the text first. */
function isSpace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  return code >= 160 && /\s/.test(String.fromCharCode(code));
}

function spread(lane: number): number {
  const half = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  return half ^ (half >>> 13);
}

function toHex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0');
}
