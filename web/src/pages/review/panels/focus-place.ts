import { typingAhead } from '../../../app/keys/typing-ahead.ts';

/** About three seconds: the code of a panel may have to be loaded first. */
const mostFrames = 180;
const steadyFrames = 4;

/**
 * Puts the focus on the field of a panel that stands for a path of the item (`data-place`), as soon as it is drawn. Tries
 * for some frames: the panel opens first, and the turn that was chosen with it takes the focus for a moment. Whoever
 * presses something meanwhile has gone on, and is left alone.
 */
export function focusPlace(path: string): void {
  const waiting = new AbortController();
  for (const type of ['keydown', 'pointerdown']) {
    const goOn = (event: Event) => (event.target !== findField(path) || isLeaving(event)) && waiting.abort();
    addEventListener(type, goOn, { capture: true, signal: waiting.signal });
  }
  let steady = 0;
  let frames = 0;
  const look = () => {
    if (waiting.signal.aborted) return;
    const field = findField(path);
    if (field !== null && document.activeElement !== field) {
      field.focus();
      // Who comes to a text goes on with it.
      if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
      steady = 0;
    } else if (field !== null) {
      steady++;
    }
    frames++;
    if (frames < mostFrames && steady < steadyFrames) requestAnimationFrame(look);
    else waiting.abort();
  };
  look();
}

/** Who leaves the field again is not brought back. */
function isLeaving(event: Event): boolean {
  return event instanceof KeyboardEvent && (event.key === 'Escape' || event.key === 'Tab');
}

/**
 * The same for a field that somebody wants to write in: what is typed until it has the focus goes into it, after `typed`,
 * the key that led here.
 */
export function focusField(path: string, typed = ''): void {
  typingAhead.expect(typed);
  focusPlace(path);
}

/** Presses a button of a panel as soon as it is drawn. */
export function pressPlace(name: string): void {
  pressWhenDrawn(`[data-place="${CSS.escape(name)}"]`);
}

/** The first of them. */
export function pressWhenDrawn(selector: string): void {
  let frames = 0;
  const look = () => {
    const button = document.querySelector<HTMLElement>(selector);
    frames++;
    if (button !== null) {
      // Where the focus comes back to.
      button.focus();
      button.click();
    } else if (frames < mostFrames) requestAnimationFrame(look);
  };
  look();
}

/** The field of a path, else of the thing it is a part of: `refs[0]` for `refs[0].url`. */
function findField(path: string): HTMLElement | null {
  const field = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(path)}"]`);
  const whole = /^(.+?)(?:\.\w+|\[\d+\])$/.exec(path)?.[1];
  return field ?? (whole === undefined ? null : findField(whole));
}
