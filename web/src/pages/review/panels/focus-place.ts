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
    const goOn = ({ target }: Event) => target !== findField(path) && waiting.abort();
    addEventListener(type, goOn, { capture: true, signal: waiting.signal });
  }
  let steady = 0;
  let frames = 0;
  const look = () => {
    if (waiting.signal.aborted) return;
    const field = findField(path);
    if (field !== null && document.activeElement !== field) {
      field.focus();
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

/** The same for a field that somebody wants to write in: what is typed until it has the focus goes into it. */
export function focusField(path: string): void {
  typingAhead.expect();
  focusPlace(path);
}

/** The field of a path, else of the thing it is a part of: `refs[0]` for `refs[0].url`. */
function findField(path: string): HTMLElement | null {
  const field = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(path)}"]`);
  const whole = /^(.+?)(?:\.\w+|\[\d+\])$/.exec(path)?.[1];
  return field ?? (whole === undefined ? null : findField(whole));
}

/** The names of fields that a key leads to, whatever stands in the item. */
export const fieldPlaces = {
  findDocument: 'find-document',
  addTag: 'add-tag',
  reason: 'reason',
  comment: 'comment',
} as const;
