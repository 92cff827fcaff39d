import { useEffect } from 'react';

/** Long after everything is shown. */
const afterMs = 4_000;

const codeOverPages: readonly (() => Promise<unknown>)[] = [
  () => import('./Toasts.tsx'),
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
 * Loads what opens over the page once nobody waits for anything: it opens at once then, also when the server has gone
 * in the meantime. `loads` is a constant.
 */
export function useWarmUp(loads = codeOverPages): void {
  useEffect(() => {
    const timer = setTimeout(() => void Promise.allSettled(loads.map((load) => load())), afterMs);
    return () => clearTimeout(timer);
  }, [loads]);
}
