import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { KeyCaps } from '../../parts/KeyCaps.tsx';
import { placeTip, type TipSide } from './place-tip.ts';
import { startTipWatch } from './tip-watch.ts';

const tipId = 'tip';

/** Shows the text of `Tip`. There is one for the whole Studio. */
export function TipLayer() {
  const control = useHoveredTip();
  return control?.isConnected
    ? createPortal(<TipView control={control} key={control.dataset.tip} />, document.body)
    : null;
}

function TipView({ control }: { readonly control: HTMLElement }) {
  const { tip: text = '', tipKeys: keys, tipSide: side } = control.dataset;
  const view = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ readonly left: number; readonly top: number }>();
  useLayoutEffect(() => {
    if (view.current === null) return;
    const window = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
    const box = view.current.getBoundingClientRect();
    setPlace(placeTip(control.getBoundingClientRect(), box, { side: toSide(side), view: window }));
  }, [control, side]);
  useEffect(() => {
    // A tip that only repeats the name of the control would be read twice.
    const isName = (control.getAttribute('aria-label') ?? control.textContent) === text;
    if (isName || control.hasAttribute('aria-describedby')) return undefined;
    control.setAttribute('aria-describedby', tipId);
    return () => control.removeAttribute('aria-describedby');
  }, [control, text]);
  return (
    <div
      className="fixed top-0 left-0 z-90 flex w-max max-w-72 animate-appear items-center gap-2 rounded-md bg-ink px-2 py-1 text-paper text-xs shadow-lg"
      id={tipId}
      ref={view}
      role="tooltip"
      style={place === undefined ? { visibility: 'hidden' } : place}
    >
      <span dir="auto">{text}</span>
      {keys !== undefined && <KeyCaps keys={keys} />}
    </div>
  );
}

function toSide(written: string | undefined): TipSide {
  return (['right', 'bottom', 'left'] as const).find((side) => side === written) ?? 'top';
}

/** The hovered or focused control that has a tip. */
function useHoveredTip(): HTMLElement | undefined {
  const [control, setControl] = useState<HTMLElement>();
  useEffect(() => startTipWatch(document, setControl), []);
  return control;
}
