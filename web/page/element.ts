import { toVisibleText } from '../../src/format/transcript.ts';

type Attributes = Readonly<Record<string, string | number | boolean>>;

/**
 * An element with attributes and children. Strings become text nodes, never markup. An attribute that is `false` is
 * left out, `true` stands without a value.
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

/** A button that does one thing. `label` is what is read out where the face is only a sign. */
export function button(face: string, label: string, onClick: () => void): HTMLButtonElement {
  const made = element(
    'button',
    { type: 'button', ...(face === label ? {} : { 'aria-label': label, title: label }) },
    face,
  );
  made.addEventListener('click', onClick);
  return made;
}

/** Text of any origin as it is shown: line ends as one, controls and marks of direction as pictures. */
export function toShown(text: string): string {
  return toVisibleText(text.replaceAll('\r\n', '\n')).toWellFormed();
}
