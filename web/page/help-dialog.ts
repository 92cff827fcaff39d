import { button, element } from './element.ts';
import type { KeyBinding } from './key-bindings.ts';

/** The keys, listed. */
export function helpDialogOf(listBindings: () => readonly KeyBinding[]): HTMLDialogElement {
  const list = element('dl', {});
  const dialog = element('dialog', { 'aria-labelledby': 'tw-help-title' });
  dialog.append(
    element('h2', { id: 'tw-help-title' }, 'Keyboard shortcuts'),
    list,
    button('Close', 'Close', () => dialog.close()),
  );
  for (const { keys, label } of listBindings()) {
    const caps = keys.flatMap((key, index) => [
      ...(index === 0 ? [] : [' ']),
      element('kbd', {}, keyNames.get(key) ?? key),
    ]);
    list.append(element('dt', {}, ...caps), element('dd', {}, label));
  }
  return dialog;
}

const keyNames = new Map([['Escape', 'Esc']]);
