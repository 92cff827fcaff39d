import { button, element, toShown } from './element.ts';

/** Characters that are shown at once: more would hold the page up. */
const shownLength = 20_000;

/** A text as it was written; of a very long one the beginning, and a button for the rest. */
export function textOf(text: string, className: string): HTMLElement {
  const host = element('div', { class: className, dir: 'auto' });
  if (text.length <= shownLength) {
    host.textContent = toShown(text);
    return host;
  }
  const rest = text.length - shownLength;
  host.textContent = `${toShown(text.slice(0, shownLength))}…`;
  const more = button(`Show ${rest.toLocaleString('en')} more characters`, 'Show the rest', () => {
    host.textContent = toShown(text);
  });
  host.append(element('br', {}), more);
  return host;
}

/** Something that is shown when it is asked for. Its content is made then and not before. */
export function folded(title: string, make: () => readonly Node[]): HTMLElement {
  const host = element('details', { class: 'folded' }, element('summary', {}, title));
  host.addEventListener('toggle', () => host.append(...make()), { once: true });
  return host;
}
