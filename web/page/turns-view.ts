import { button, element } from './element.ts';

/** Turns that are shown at once. */
const shownTurns = 60;

/** The first turns of a conversation, and a button for the next. */
export function turnsOf(makers: readonly (() => HTMLElement)[]): HTMLElement {
  const list = element('ol', { class: 'turns' });
  let shown = 0;
  const more = button('', 'Show more turns', () => add());
  const add = () => {
    const next = makers.slice(shown, shown + shownTurns);
    shown += next.length;
    list.append(...next.map((make) => make()));
    more.textContent = `Show ${makers.length - shown} more turns`;
    more.hidden = shown >= makers.length;
  };
  add();
  return element('div', {}, list, more);
}
