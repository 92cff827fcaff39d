import { useLayoutEffect } from 'react';

/** A button elsewhere tells that what it has opened is open. */
export function useExpanded(button: HTMLElement): void {
  useLayoutEffect(() => {
    button.setAttribute('aria-expanded', 'true');
    return () => button.setAttribute('aria-expanded', 'false');
  }, [button]);
}
