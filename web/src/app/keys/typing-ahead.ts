/** How long a field is waited for. */
const waitMs = 3_000;
/** How long after it came the focus may still be taken from it, by what opened with it. */
const settleMs = 150;

/** What of a key decides whether it is text. */
export interface TypedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  getModifierState(name: string): boolean;
}

export interface TypingPlace {
  readonly now: () => number;
  /** What has the focus. */
  readonly focused: () => unknown;
}

interface Wait {
  /** What had the focus when a field was asked for: what is typed is not meant for it. */
  readonly from: unknown;
  readonly until: number;
  readonly text: string;
}

/**
 * Holds what is typed between the moment somebody asks for a place to type and the moment it is there: a panel may have
 * to be loaded first, and "sofa" would run the keys of the page meanwhile.
 */
export class TypingAhead {
  readonly #place: TypingPlace;
  #wait: Wait | undefined;

  constructor(place: TypingPlace) {
    this.#place = place;
  }

  /** A field is about to get the focus. `text`: what was typed for it already. */
  expect(text = ''): void {
    this.#wait = { from: this.#place.focused(), until: this.#place.now() + waitMs, text };
  }

  /** Whether the key is held, and nobody else may have it. */
  press(event: TypedKey, isField: boolean): boolean {
    const wait = this.#find();
    if (wait === undefined) return false;
    // Also in the field: who leaves it again is done, and the next key is for the page.
    if (event.key === 'Escape' || event.key === 'Tab') this.cancel();
    if (isField && this.#place.focused() !== wait.from) return false;
    if (!isHeld(event)) return false;
    this.#wait = { ...wait, text: toText(wait.text, event.key) };
    return true;
  }

  /** A field has got the focus: what was typed for it. */
  arrive(): string {
    const wait = this.#find();
    if (wait === undefined || this.#place.focused() === wait.from) return '';
    this.#wait = { ...wait, text: '', until: Math.min(wait.until, this.#place.now() + settleMs) };
    return wait.text;
  }

  cancel(): void {
    this.#wait = undefined;
  }

  #find(): Wait | undefined {
    if (this.#wait !== undefined && this.#place.now() >= this.#wait.until) this.#wait = undefined;
    return this.#wait;
  }
}

/** Text, and what one does with text. Chords are asked for by their own name: they are nobody's word. */
function isHeld(event: TypedKey): boolean {
  const picksSign = event.getModifierState('AltGraph');
  if (!picksSign && (event.ctrlKey || event.metaKey || event.altKey)) return false;
  return isSign(event.key) || event.key === 'Backspace' || event.key === 'Enter' || event.key.startsWith('Arrow');
}

function toText(before: string, key: string): string {
  if (isSign(key)) return before + key;
  return key === 'Backspace' ? [...before].slice(0, -1).join('') : before;
}

function isSign(key: string): boolean {
  return [...key].length === 1;
}

/** That of this page. */
export const typingAhead = new TypingAhead({
  now: () => performance.now(),
  focused: () => document.activeElement,
});

/** Ties what is typed ahead to the page. First of all listeners: a key that is held is nobody else's. */
export function startTypingAhead(ahead: TypingAhead, page: Window): () => void {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === 229) return;
      if (!ahead.press(event, isField(page.document.activeElement))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    options,
  );
  page.addEventListener(
    'focusin',
    // Who gives the focus may put the caret somewhere right after.
    ({ target }) => queueMicrotask(() => isField(target) && target === page.document.activeElement && fill(target)),
    options,
  );
  page.addEventListener('pointerdown', () => ahead.cancel(), options);

  function fill(field: TextPlace): void {
    const text = ahead.arrive();
    if (text !== '') insertText(field, text);
  }
  return () => end.abort();
}

type TextPlace = HTMLInputElement | HTMLTextAreaElement;

const textTypes = new Set(['text', 'search', 'url', 'email', 'tel', 'password']);

function isField(place: EventTarget | null): place is TextPlace {
  if (place instanceof HTMLTextAreaElement) return !place.readOnly && !place.disabled;
  return place instanceof HTMLInputElement && textTypes.has(place.type) && !place.readOnly && !place.disabled;
}

/** As if it was typed: at the caret, and whoever listens hears of it. */
function insertText(field: TextPlace, text: string): void {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
}
