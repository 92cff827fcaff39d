import type { Hit } from '../../../../../src/curate/keyword-hits.ts';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';

/** The turns that contain a text, in order. Ignores case. */
export function findTurns(turns: readonly ShownTurn[], wanted: string): readonly string[] {
  const folded = wanted.trim().toLowerCase();
  if (folded === '') return [];
  return turns.filter(({ msg }) => msg.toLowerCase().includes(folded)).map(({ id }) => id);
}

/** The found turn behind (or before) the one that is looked at, round the end; undefined: there is none. */
export function findNextTurn(
  found: readonly string[],
  turns: readonly ShownTurn[],
  { from, by }: { readonly from: string | undefined; readonly by: 1 | -1 },
): string | undefined {
  const placeOf = new Map(turns.map(({ id }, place) => [id, place]));
  const here = from === undefined ? -1 : (placeOf.get(from) ?? -1);
  const places = found.map((id) => placeOf.get(id) ?? 0);
  const next = by === 1 ? places.findIndex((place) => place > here) : places.findLastIndex((place) => place < here);
  return found[next] ?? (by === 1 ? found[0] : found.at(-1));
}

/** The ranges of a text in another. Returns none if lower case changes the length of the text. */
export function listTextHits(text: string, wanted: string): readonly Hit[] {
  const [low, folded] = [text.toLowerCase(), wanted.trim().toLowerCase()];
  if (folded === '' || low.length !== text.length) return [];
  const hits: Hit[] = [];
  for (let start = low.indexOf(folded); start >= 0; start = low.indexOf(folded, start + folded.length)) {
    hits.push({ start, end: start + folded.length });
  }
  return hits;
}
