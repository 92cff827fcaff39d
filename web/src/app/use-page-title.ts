import { useEffect } from 'react';

/** Sets the title of the browser tab. Each page calls it once, with its own part of the title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Turnwise`;
  }, [title]);
}
