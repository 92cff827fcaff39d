const commonWords = new Set(
  `a an and any are as at be but by can could did do does for from had has have he her his how i if in is it its me
  may my no not of on or our she so than that the their them then there they this to was we were what when where
  which who why will with would you your`.split(/\s+/),
);

/** The words of a text that can be looked up: lower case, endings of English off, common words left out. */
export function toTerms(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!commonWords.has(word)) terms.add(withoutEnding(word));
  }
  return terms;
}

function withoutEnding(word: string): string {
  return word.replace(/^(\p{L}{3,}?)(?:ing|ed|es|s)$/u, '$1');
}
