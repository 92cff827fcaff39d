import { joinList, splitList } from './list-text.ts';
import { toShellWord } from './shell-word.ts';

/** The known word most like `word`, or undefined when none is near enough to be what the writer meant. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const wanted = fold(word);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const folded = fold(candidate);
    const limit = Math.max(1, Math.floor(Math.max(wanted.length, folded.length) / 3));
    if (Math.abs(wanted.length - folded.length) > limit) continue;
    const distance = editDistance(wanted, folded);
    if (distance <= limit && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `inputMessages`, `input-messages` and `input_messages` are one word to a hurried writer. */
function fold(word: string): string {
  return word.slice(0, 64).toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** Optimal string alignment: insert, delete, replace or swap two neighbors, each at cost 1. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replace = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(replace, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** The hint for a word that is not among the known ones: the nearest, or a list of them. */
export function suggestFrom(word: string, known: readonly string[], lead = 'Available'): string {
  const nearest = findNearest(word, known);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  const more = known.length > 20 ? ', …' : '';
  return known.length === 0 ? 'There are none.' : `${lead}: ${known.slice(0, 20).join(', ')}${more}.`;
}

/** The values of a flag that takes several. */
export interface TypedValues {
  readonly flag: string;
  readonly values: readonly string[];
}

/** The hint for a value of a flag that takes several: perhaps the comma of one name split it. */
export function suggestValue(
  word: string,
  { flag, values, known }: TypedValues & { readonly known: readonly string[] },
): string {
  const meant = known.find((name) => {
    const parts = splitList(name);
    return parts.length > 1 && parts.includes(word) && parts.every((part) => values.includes(part));
  });
  if (meant === undefined) return suggestFrom(word, known);
  return `To select "${meant}", write ${flag} ${toShellWord(joinList([meant]))}.`;
}
