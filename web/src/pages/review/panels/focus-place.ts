import { typingAhead } from '../../../app/keys/typing-ahead.ts';

/** About three seconds: the code of a panel may have to be loaded first. */
const mostFrames = 180;
const steadyFrames = 4;

/**
 * Focuses the field of a panel for a path of the item (`data-place`) as soon as it renders. Retries for some frames,
 * because the panel opens first, and the selected turn takes the focus for a moment. Stops if the person presses a key or
 * the pointer in the meantime.
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
      // Typing continues at the end of the text.
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

/** Whether the person leaves the field, which stops the retries. */
function isLeaving(event: Event): boolean {
  return event instanceof KeyboardEvent && (event.key === 'Escape' || event.key === 'Tab');
}

/**
 * Focuses a field for writing. Text typed before the field has the focus goes into it, after `typed`, the shortcut that
 * opened it.
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
