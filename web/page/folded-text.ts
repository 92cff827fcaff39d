import { button, element, toShown } from './element.ts';

/** Longer texts would block the page while they render. */
const shownLength = 20_000;

/** A text as written. A very long one is cut, with a button that shows the rest. */
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

/** A collapsed section. Its content is created when it is first expanded. */
export function folded(title: string, make: () => readonly Node[]): HTMLElement {
  const host = element('details', { class: 'folded' }, element('summary', {}, title));
  host.addEventListener('toggle', () => host.append(...make()), { once: true });
  return host;
}
