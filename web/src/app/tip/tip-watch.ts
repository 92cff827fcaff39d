/** How long the pointer must hover before the tip appears. */
const showMs = 500;
/** How long a tip stays after the pointer leaves, so that you can move onto the tip itself. */
const hideMs = 120;

/** Reports the control whose tip is shown: hovered for a while, or focused by key. Returns a function that stops. */
export function startTipWatch(page: Document, report: (control: HTMLElement | undefined) => void): () => void {
  let shown: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (control: HTMLElement | undefined) => {
    clearTimeout(timer);
    if (control === shown) return;
    shown = control;
    report(control);
  };
  const setLater = (control: HTMLElement | undefined, afterMs: number) => {
    clearTimeout(timer);
    if (control !== shown) timer = setTimeout(() => set(control), afterMs);
  };
  const onPointer = ({ pointerType, target }: PointerEvent) => {
    if (pointerType !== 'mouse' || isOnTip(target)) return clearTimeout(timer);
    const control = findControl(target);
    if (control === undefined) setLater(undefined, hideMs);
    else setLater(control, shown === undefined ? showMs : 0);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const control = findControl(target);
    if (control?.matches(':focus-visible')) set(control);
  };
  const hide = () => set(undefined);
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide();

  const stop = new AbortController();
  const on = { signal: stop.signal, passive: true };
  page.addEventListener('pointerover', onPointer, on);
  page.addEventListener('focusin', onFocus, on);
  page.addEventListener('focusout', hide, on);
  page.addEventListener('pointerdown', hide, { ...on, capture: true });
  page.addEventListener('scroll', hide, { ...on, capture: true });
  page.addEventListener('keydown', onKey, { ...on, capture: true });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

function findControl(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-tip]') ?? undefined) : undefined;
}

function isOnTip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="tooltip"]') !== null;
}
