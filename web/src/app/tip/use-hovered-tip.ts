import { useEffect, useState } from 'react';
import { startTipWatch } from './tip-watch.ts';

/** The control that is hovered or has the focus, and has a tip. */
export function useHoveredTip(): HTMLElement | undefined {
  const [control, setControl] = useState<HTMLElement>();
  useEffect(() => startTipWatch(document, setControl), []);
  return control;
}
