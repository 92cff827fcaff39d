/** How long to wait for a field. */
const waitMs = 3_000;
/** After the field appears, something that opened with it may still take the focus for this long. */
const settleMs = 150;

/** The parts of a key event that decide whether it is text. */
export interface TypedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  getModifierState(name: string): boolean;
}

export interface TypingPlace {
  readonly now: () => number;
  /** The element that has the focus. */
  readonly focused: () => unknown;
}

interface Wait {
  /** The focus at the time a field was requested. Typed text is not meant for it. */
  readonly from: unknown;
  readonly until: number;
  readonly text: string;
}

/**
 * Buffers what you type between requesting a field and its appearance. A panel may have to load first, and typing
 * "sofa" would run the shortcuts of the page.
 */
export class TypingAhead {
  readonly #place: TypingPlace;
  #wait: Wait | undefined;

  constructor(place: TypingPlace) {
    this.#place = place;
  }

  /** A field is about to get the focus. `text`: what was already typed for it. */
  expect(text = ''): void {
    this.#wait = { from: this.#place.focused(), until: this.#place.now() + waitMs, text };
  }

  /** Whether the key is buffered. No other listener may handle it then. */
  press(event: TypedKey, isField: boolean): boolean {
    const wait = this.#find();
    if (wait === undefined) return false;
    // Escape and Tab leave the field, so the next key is for the page.
    if (event.key === 'Escape' || event.key === 'Tab') this.cancel();
    if (isField && this.#place.focused() !== wait.from) return false;
    if (!isHeld(event)) return false;
    this.#wait = { ...wait, text: toText(wait.text, event.key) };
    return true;
  }

  /** A field has got the focus. Returns the text typed for it. */
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

/** Text and editing keys are buffered. Shortcuts with Ctrl, ⌘ or Alt are never part of a word. */
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

/** The instance of this page. */
export const typingAhead = new TypingAhead({
  now: () => performance.now(),
  focused: () => document.activeElement,
});

/** Connects the buffer to the page. It listens first, because no other listener may handle a buffered key. */
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
    // Code that moves the focus may set the caret right after that.
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

/** Inserts text at the caret, with an input event as if it were typed. */
function insertText(field: TextPlace, text: string): void {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
}
