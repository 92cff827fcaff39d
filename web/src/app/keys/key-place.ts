/** The parts of an element that decide which keys it handles itself. */
export interface KeyPlace {
  readonly tagName: string;
  readonly isContentEditable?: boolean;
  getAttribute(name: string): string | null;
  closest(selector: string): unknown;
}

const untypedInputs = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);
/** Comboboxes are not included: one you can type in is an input, the others are buttons that open a list. */
const typingRoles = new Set(['textbox', 'searchbox', 'spinbutton']);
const pressedRoles = new Set(['button', 'link', 'checkbox', 'switch', 'radio', 'tab', 'combobox']);
const arrowRoles = new Set(['radio', 'tab', 'slider', 'separator', 'combobox']);
/** A list that opens over the page is outside its root element. A list inside the page leaves its keys to the page. */
const openChoices = '[role="menu"], [role="menubar"], body > :not(#studio) [role="listbox"]';
const dialogs = '[role="dialog"], [role="alertdialog"]';
const notes = '[data-notes]';

/** Whether letters typed in the element become text. */
export function isTypingPlace(place: KeyPlace): boolean {
  const role = place.getAttribute('role');
  if (role !== null && typingRoles.has(role)) return true;
  if (place.isContentEditable === true) return true;
  const tag = place.tagName.toLowerCase();
  if (tag === 'input') return !untypedInputs.has(place.getAttribute('type') ?? 'text');
  return tag === 'textarea' || tag === 'select';
}

/** Whether an open list of choices has the keyboard. In it, letters jump to an entry. */
export function isChoosingPlace(place: KeyPlace): boolean {
  return place.closest(openChoices) !== null;
}

/**
 * Whether the element is in a dialog. A toast has the dialog role for screen readers, but does not take keys from the
 * page.
 */
export function isDialogPlace(place: KeyPlace): boolean {
  return place.closest(dialogs) !== null && place.closest(notes) === null;
}

/**
 * Whether the control handles the key itself: Enter presses a button, arrow keys move between tabs. Never with Ctrl, ⌘
 * or Alt: a shortcut shown on a button works wherever the focus is.
 */
export function isOwnKey(place: KeyPlace, key: string, hasModifier = false): boolean {
  const tag = place.tagName.toLowerCase();
  const role = place.getAttribute('role') ?? '';
  if (hasModifier) return false;
  // Escape closes the toast. Enter is for its buttons, not for the selected row of the page.
  if (['Enter', ' ', 'Escape'].includes(key) && place.closest(notes) !== null) return true;
  if (key === 'Enter' || key === ' ') {
    return pressedRoles.has(role) || ['a', 'button', 'summary', 'input'].includes(tag);
  }
  if (!key.startsWith('Arrow')) return false;
  return arrowRoles.has(role) || tag === 'input' || ['audio', 'video'].includes(tag);
}
