import { useEffect } from 'react';
import { untilReachable } from '../data/load-code.ts';

/** Late enough not to compete with the page. */
const afterMs = 4_000;

const codeOverPages: readonly (() => Promise<unknown>)[] = [
  () => import('./ConfirmView.tsx'),
  () => import('./states/SignedOutView.tsx'),
  () => import('./palette/Palette.tsx'),
  () => import('./help/HelpDialog.tsx'),
  () => import('../parts/dialog/ModalFrame.tsx'),
  () => import('../parts/dialog/DrawerFrame.tsx'),
  () => import('../parts/menu/MenuFrame.tsx'),
  () => import('../parts/fields/SelectFrame.tsx'),
];

/**
 * Preloads code for what opens over the page when nothing else is loading. It then opens at once, even if the server
 * has become unreachable. `loads` must be a constant.
 */
export function useWarmUp(loads = codeOverPages): void {
  useEffect(() => {
    // A load that fails would be kept as failed by the browser.
    const warmUp = () => untilReachable().then(() => Promise.allSettled(loads.map((load) => load())));
    const timer = setTimeout(() => void warmUp(), afterMs);
    return () => clearTimeout(timer);
  }, [loads]);
}
