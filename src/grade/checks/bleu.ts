const longest = 4;

/**
 * BLEU of one reply against one reference: the geometric mean of the shares of its 1- to 4-grams that are in the
 * reference, times a penalty for being shorter. K. Papineni et al., "BLEU: a method for automatic evaluation of machine
 * translation" (2002). From pairs of words on, one is added to both counts, as a single sentence rarely has matches of
 * every length: C.-Y. Lin and F. J. Och, "ORANGE: a method for evaluating automatic evaluation metrics for machine
 * translation" (2004). So a reply that is its reference scores 1, however short; one without any word of it scores 0.
 */
export function bleu(reply: readonly string[], reference: readonly string[]): number {
  if (reply.length === 0 || reference.length === 0) return 0;
  let logarithms = 0;
  for (let length = 1; length <= longest; length += 1) {
    const total = Math.max(0, reply.length - length + 1);
    const found = countFound(countGrams(reply, length), countGrams(reference, length));
    const share = length === 1 ? found / total : (found + 1) / (total + 1);
    if (share === 0) return 0;
    logarithms += Math.log(share) / longest;
  }
  const penalty = reply.length >= reference.length ? 1 : Math.exp(1 - reference.length / reply.length);
  return penalty * Math.exp(logarithms);
}

function countGrams(words: readonly string[], length: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + length <= words.length; start += 1) {
    // No word contains a blank, so two lists of words never give one text.
    const gram = words.slice(start, start + length).join(' ');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** Each n-gram counts as often as the reference has it. */
function countFound(grams: ReadonlyMap<string, number>, wanted: ReadonlyMap<string, number>): number {
  let found = 0;
  for (const [gram, count] of grams) found += Math.min(count, wanted.get(gram) ?? 0);
  return found;
}
