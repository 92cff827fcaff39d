import { toVisibleText } from '../../src/format/transcript.ts';

type Attributes = Readonly<Record<string, string | number | boolean>>;

/**
 * An element with attributes and children. Strings become text nodes, never markup. An attribute that is `false` is
 * left out. `true` becomes an attribute without a value.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? '' : String(value));
  }
  made.append(...children);
  return made;
}

/** A button with one action. `label` is the accessible name, for faces that are only a sign. */
export function button(face: string, label: string, onClick: () => void): HTMLButtonElement {
  const made = element(
    'button',
    { type: 'button', ...(face === label ? {} : { 'aria-label': label, title: label }) },
    face,
  );
  made.addEventListener('click', onClick);
  return made;
}

/** Untrusted text made safe to show: LF line ends, and visible signs for control and bidirectional characters. */
export function toShown(text: string): string {
  return toVisibleText(text.replaceAll('\r\n', '\n')).toWellFormed();
}
