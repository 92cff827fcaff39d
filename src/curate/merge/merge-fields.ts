import type { PathSegment } from '../../base/schema-check.ts';
import { isSameJson } from '../same-json.ts';

/** Two edits of one value, and their common base. */
export interface ThreeWays<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** Both edits changed this value differently. `path` is relative to the merged value. */
export interface Conflict extends ThreeWays<unknown> {
  readonly path: readonly PathSegment[];
}

export interface Merged<T> {
  readonly value: T;
  readonly conflicts: readonly Conflict[];
}

export type Merger<T> = (ways: ThreeWays<T>) => Merged<T>;

/** Takes the side that changed. If both changed differently, takes mine and reports a conflict. */
export function mergeWhole<T>(ways: ThreeWays<T>): Merged<T> {
  const uncontested = findUncontested(ways);
  return uncontested ?? { value: ways.mine, conflicts: [{ path: [], ...ways }] };
}

/** The result if no merge is needed: one side is unchanged, or both are equal. */
export function findUncontested<T>({ base, mine, theirs }: ThreeWays<T>): Merged<T> | undefined {
  if (isSameJson(mine, base)) return { value: theirs, conflicts: [] };
  if (isSameJson(theirs, base) || isSameJson(mine, theirs)) return { value: mine, conflicts: [] };
  return undefined;
}

/** Merges sets of words: keeps what either side added, drops what either side removed. Never a conflict. */
export function mergeWords<T extends readonly string[] | undefined>(ways: ThreeWays<T>): Merged<T | string[]> {
  const uncontested = findUncontested(ways);
  if (uncontested !== undefined) return uncontested;
  const { base, mine, theirs } = ways;
  const isLeft = (word: string) => !base?.includes(word) || (mine?.includes(word) && theirs?.includes(word));
  return { value: [...new Set([...(theirs ?? []), ...(mine ?? [])])].filter(isLeft), conflicts: [] };
}

/** Merges objects field by field, each with its own merger or as a whole. An absent base has no fields. */
export function mergeFields<T extends object>(
  ways: { readonly base: T | undefined; readonly mine: T; readonly theirs: T },
  fields: readonly (keyof T & string)[],
  mergers: { readonly [Field in keyof T]?: Merger<T[Field]> } = {},
): Merged<T> {
  const { base, mine, theirs } = ways;
  const merged: Partial<T> = {};
  const conflicts: Conflict[] = [];
  for (const field of fields) {
    const merge: Merger<T[typeof field]> = mergers[field] ?? mergeWhole;
    // Only a field that may be absent is absent from the base of an object that both sides have.
    const was = base?.[field] as T[typeof field];
    const result = merge({ base: was, mine: mine[field], theirs: theirs[field] });
    if (result.value !== undefined) merged[field] = result.value;
    conflicts.push(...underField(field, result.conflicts));
  }
  // Each field has the value of one of the three objects, or what its merger made of them.
  return { value: merged as T, conflicts };
}

export function underField(field: PathSegment, conflicts: readonly Conflict[]): readonly Conflict[] {
  return conflicts.map((conflict) => ({ ...conflict, path: [field, ...conflict.path] }));
}
