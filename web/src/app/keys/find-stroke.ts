import { isSamePress, type KeyPress, parseKeys } from './key-press.ts';

/** What a press comes to: an action, the first half of one, or nothing. */
export type Stroke<Id> =
  | { readonly kind: 'run'; readonly id: Id }
  | { readonly kind: 'wait'; readonly first: KeyPress }
  | { readonly kind: 'none' };

export interface KeyedAction<Id> {
  readonly id: Id;
  readonly keys: readonly string[];
}

/**
 * The action of a press, `first` being the key pressed just before that began a chord. A second key that ends no chord
 * does nothing: who meant `g r` and hit `g x` does not want `x`.
 */
export function findStroke<Id>(
  actions: readonly KeyedAction<Id>[],
  presses: readonly KeyPress[],
  first?: KeyPress,
): Stroke<Id> {
  for (const press of presses) {
    const wanted = first === undefined ? [press] : [first, press];
    for (const { id, keys } of actions) {
      for (const chord of keys.map(parseKeys)) {
        if (!wanted.every((one, place) => isSameAt(chord, place, one))) continue;
        if (chord.length === wanted.length) return { kind: 'run', id };
        return { kind: 'wait', first: press };
      }
    }
  }
  return { kind: 'none' };
}

function isSameAt(chord: readonly KeyPress[], place: number, press: KeyPress): boolean {
  const wanted = chord[place];
  return wanted !== undefined && isSamePress(wanted, press);
}
