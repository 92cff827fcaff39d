import { button, element } from './element.ts';

/** A key, its action, and its label in the help. */
export interface KeyBinding {
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: () => void;
}

/** Keys work anywhere on the page, except where they type text or already have a meaning. */
export function listenToKeys(bindings: readonly KeyBinding[]): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const binding = bindings.find(({ keys }) => keys.includes(event.key));
    if (binding === undefined || isTaken(event)) return;
    event.preventDefault();
    binding.run();
  });
}

/** Escape leaves a field. Any other key types in it. Enter activates the focused button or link. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog') !== null) return true;
  if (key === 'Escape') return false;
  if (target.closest('input, select, textarea') !== null || target.isContentEditable) return true;
  const acts = target.closest('button, a, summary') !== null;
  return acts && (key === 'Enter' || key === ' ');
}

/** The list of shortcuts. */
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
