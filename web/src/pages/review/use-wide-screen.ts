import { useSyncExternalStore } from 'react';

/** Whether the window is at least that wide, in pixels. */
export function useWideScreen(least: number): boolean {
  const query = `(min-width: ${least}px)`;
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
