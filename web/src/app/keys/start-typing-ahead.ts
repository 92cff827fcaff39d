import type { TypingAhead } from './typing-ahead.ts';

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
