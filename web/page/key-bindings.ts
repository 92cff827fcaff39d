/** What a key does, and how it is called in the help. */
export interface KeyBinding {
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: () => void;
}

/** Keys work anywhere on the page, save where they type or already mean something. */
export function listenToKeys(bindings: readonly KeyBinding[]): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const binding = bindings.find(({ keys }) => keys.includes(event.key));
    if (binding === undefined || isTaken(event)) return;
    event.preventDefault();
    binding.run();
  });
}

/** Escape leaves a field; every other key types in it. Enter presses the button or follows the link that has the focus. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog') !== null) return true;
  if (key === 'Escape') return false;
  if (target.closest('input, select, textarea') !== null || target.isContentEditable) return true;
  const acts = target.closest('button, a, summary') !== null;
  return acts && (key === 'Enter' || key === ' ');
}
