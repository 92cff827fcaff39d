import type { ActionRegistry } from './action-registry.ts';
import type { ActionSpec } from './action-spec.ts';
import { type ActionId, actionTable } from './action-table.ts';
import { isChoosingPlace, isDialogPlace, isOwnKey, isTypingPlace, type KeyPlace } from './key-place.ts';
import { isSamePress, type KeyPress, parseKeys, toKeyPresses } from './key-press.ts';

/** How long the first key of a chord waits for the second. */
const chordMs = 1500;

/** The window, or a fake in tests. */
export interface KeySource {
  addEventListener(type: 'keydown', listener: (event: KeyboardEvent) => void): void;
  removeEventListener(type: 'keydown', listener: (event: KeyboardEvent) => void): void;
}

/** Runs the actions of keys. This is the only key listener of the Studio. Returns a function that stops it. */
export function startKeyEngine(registry: ActionRegistry, page: KeySource, isMac: boolean): () => void {
  let first: { readonly press: KeyPress; readonly at: number } | undefined;

  const onKeyDown = (event: KeyboardEvent) => {
    // 229: an input method is composing. Some browsers report it only this way.
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    const presses = toKeyPresses(event, isMac);
    if (presses.length === 0) return;
    const before = first !== undefined && event.timeStamp - first.at < chordMs ? first.press : undefined;
    first = undefined;
    const stroke = findStroke(listKeyed(registry, event), presses, before);
    if (stroke.kind === 'none') return;
    event.preventDefault();
    if (stroke.kind === 'wait') first = { press: stroke.first, at: event.timeStamp };
    else if (!event.repeat || isRepeatable(stroke.id)) registry.find(stroke.id)?.run();
  };

  page.addEventListener('keydown', onKeyDown);
  return () => page.removeEventListener('keydown', onKeyDown);
}

/** The actions that a key may start from the focused element. */
function listKeyed(registry: ActionRegistry, event: KeyboardEvent) {
  const place = findPlace(event);
  if (place !== undefined && (isChoosingPlace(place) || isForeignDialog(registry, place))) return [];
  const isTyping = place !== undefined && isTypingPlace(place);
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  if (!isTyping && place !== undefined && isOwnKey(place, event.key, hasModifier)) return [];
  const ids = new Set(registry.list().map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const { keys, whileTyping }: ActionSpec = actionTable[id];
    return registry.find(id) === undefined || (isTyping && whileTyping !== true) ? [] : [{ id, keys }];
  });
}

/** A popover with its own controls has no layer, but keys pressed in it are not for the page. */
function isForeignDialog(registry: ActionRegistry, place: KeyPlace): boolean {
  return registry.getTopLayer() === undefined && isDialogPlace(place);
}

/** The focused element, even inside a shadow tree. */
function findPlace(event: KeyboardEvent): KeyPlace | undefined {
  const [place] = event.composedPath();
  return isElement(place) ? place : undefined;
}

function isElement(place: EventTarget | undefined): place is EventTarget & KeyPlace {
  return place !== undefined && 'tagName' in place && 'closest' in place;
}

/** A held key may repeat navigation, but never another action. */
function isRepeatable(id: ActionId): boolean {
  const { repeats }: ActionSpec = actionTable[id];
  return repeats === true;
}

/** What a key press means: an action, the first half of a chord, or nothing. */
type Stroke<Id> =
  | { readonly kind: 'run'; readonly id: Id }
  | { readonly kind: 'wait'; readonly first: KeyPress }
  | { readonly kind: 'none' };

interface KeyedAction<Id> {
  readonly id: Id;
  readonly keys: readonly string[];
}

/**
 * The action of a key press. `first` is the previous key, if it began a chord. A second key that completes no chord
 * does nothing: if you type `g x` instead of `g r`, `x` must not run.
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
