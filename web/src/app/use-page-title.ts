import { useEffect } from 'react';

/** Names the page in the tab of the browser. Each page calls it once, with what tells it from its sisters. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Turnwise`;
  }, [title]);
}
