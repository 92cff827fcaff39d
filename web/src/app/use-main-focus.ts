import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/**
 * Another page: the focus goes to it, so that a screen reader reads on there and not in the menu. A page that has put
 * the focus somewhere itself keeps it, and what only changes the search of the address moves nothing.
 */
export function useMainFocus(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged || main.current === null) return;
        if (!main.current.contains(document.activeElement)) main.current.focus({ preventScroll: true });
      }),
    [router, main],
  );
}
