import { button, element, toShown } from './element.ts';

export interface ViewActions {
  readonly onClose: () => void;
  readonly onStep: (step: number) => void;
}

/** The element that gets the focus when a row opens. */
export const titleId = 'tw-case-title';

/**
 * The title of the open row, with buttons for previous, next and close. `mark`: its status sign. `noun`: what a row is
 * called.
 */
export function titleBarOf(id: string, mark: Node, { noun, onClose, onStep }: ViewActions & { readonly noun: string }) {
  const title = element('h2', { id: titleId, tabindex: -1, dir: 'auto' }, mark, ` ${toShown(id)}`);
  const buttons = element(
    'div',
    { class: 'buttons' },
    button('↑', `Previous ${noun} (k)`, () => onStep(-1)),
    button('↓', `Next ${noun} (j)`, () => onStep(1)),
    button('✕', 'Close (Esc)', onClose),
  );
  return element('div', { class: 'titlebar' }, title, buttons);
}

/** Empty if there are no tags. */
export function tagsOf(tags: readonly string[]): readonly HTMLElement[] {
  if (tags.length === 0) return [];
  const items = tags.map((tag) => element('li', { dir: 'auto' }, toShown(tag)));
  return [element('ul', { class: 'tags', 'aria-label': 'Tags' }, ...items)];
}
