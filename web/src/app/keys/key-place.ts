/** What of an element decides which keys it wants for itself. */
export interface KeyPlace {
  readonly tagName: string;
  readonly isContentEditable?: boolean;
  getAttribute(name: string): string | null;
  closest(selector: string): unknown;
}

const untypedInputs = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);
/** A combobox is not among them: one that can be typed into is an input, the others are buttons that open a list. */
const typingRoles = new Set(['textbox', 'searchbox', 'spinbutton']);
const pressedRoles = new Set(['button', 'link', 'checkbox', 'switch', 'radio', 'tab', 'combobox']);
const arrowRoles = new Set(['radio', 'tab', 'slider', 'separator', 'combobox']);
/** Lists that open over the page stand outside its element; a list that is part of a page leaves its keys to the page. */
const openChoices = '[role="menu"], [role="menubar"], body > :not(#studio) [role="listbox"]';
const dialogs = '[role="dialog"], [role="alertdialog"]';
const notes = '[data-notes]';

/** Whether letters pressed there become text. */
export function isTypingPlace(place: KeyPlace): boolean {
  const role = place.getAttribute('role');
  if (role !== null && typingRoles.has(role)) return true;
  if (place.isContentEditable === true) return true;
  const tag = place.tagName.toLowerCase();
  if (tag === 'input') return !untypedInputs.has(place.getAttribute('type') ?? 'text');
  return tag === 'textarea' || tag === 'select';
}

/** Whether an open list of choices has the keyboard: letters find an entry in it. */
export function isChoosingPlace(place: KeyPlace): boolean {
  return place.closest(openChoices) !== null;
}

/** Whether it is in a dialog. A note has the role of one for screen readers, but the page keeps its keys beside it. */
export function isDialogPlace(place: KeyPlace): boolean {
  return place.closest(dialogs) !== null && place.closest(notes) === null;
}

/**
 * Whether the control itself answers to the key: Enter presses a button, arrows go through tabs. Never with Ctrl, ⌘ or
 * Alt: a key that is printed beside a button works wherever the focus is.
 */
export function isOwnKey(place: KeyPlace, key: string, hasModifier = false): boolean {
  const tag = place.tagName.toLowerCase();
  const role = place.getAttribute('role') ?? '';
  if (hasModifier) return false;
  // Escape closes the note. Enter on one is meant for its buttons, never for the row of a list behind it.
  if (['Enter', ' ', 'Escape'].includes(key) && place.closest(notes) !== null) return true;
  if (key === 'Enter' || key === ' ') {
    return pressedRoles.has(role) || ['a', 'button', 'summary', 'input'].includes(tag);
  }
  if (!key.startsWith('Arrow')) return false;
  return arrowRoles.has(role) || tag === 'input' || ['audio', 'video'].includes(tag);
}
