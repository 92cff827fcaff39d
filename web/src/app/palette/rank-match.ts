/**
 * How well a text matches a search. Higher is better. Undefined: it does not match. Every search word must match: the
 * start of a word (3), a part of one (2), or letters in order within one word (1). An empty search matches everything.
 */
export function rankMatch(typed: string, text: string): number | undefined {
  const wanted = toWords(typed);
  const offered = toWords(text);
  let sum = 0;
  for (const word of wanted) {
    const best = Math.max(0, ...offered.map((candidate) => rankWord(word, candidate)));
    if (best === 0) return undefined;
    sum += best;
  }
  // If two matches are equal, the shorter text wins, because it contains less besides the match.
  return sum + 1 / (1 + text.length);
}

function rankWord(typed: string, word: string): number {
  if (word.startsWith(typed)) return 3;
  if (word.includes(typed)) return 2;
  return isSubsequence(typed, word) ? 1 : 0;
}

function isSubsequence(letters: string, word: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = word.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}

/** In lower case and without accents: "Über" is found by "uber". */
function toWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
