import { useState } from 'react';

const storageKey = 'turnwise.rail';

/** Whether the rail is narrow. Until somebody chooses, middle-sized screens leave the room to the page. */
export function useRailWidth(): readonly [isNarrow: boolean, toggle: () => void] {
  const [isNarrow, setNarrow] = useState(readNarrow);
  const toggle = () => {
    setNarrow(!isNarrow);
    try {
      localStorage.setItem(storageKey, isNarrow ? 'wide' : 'narrow');
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
  };
  return [isNarrow, toggle];
}

function readNarrow(): boolean {
  try {
    const kept = localStorage.getItem(storageKey);
    if (kept !== null) return kept === 'narrow';
  } catch {
    // As above.
  }
  return window.innerWidth < 1200;
}
