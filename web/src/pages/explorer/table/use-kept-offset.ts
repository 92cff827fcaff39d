import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const name = 'turnwise.explorer.offset';

/**
 * Where the list stood when this entry of the browser's history was left, so that Back leads to the same rows. `getOffset`
 * is asked when it is left again.
 */
export function useKeptOffset(getOffset: () => number): number {
  const entry = useLocation({ select: ({ pathname, state }) => (pathname === '/items' ? state.__TSR_key : undefined) });
  const [first] = useState(() => findOffset(entry));
  useEffect(() => {
    if (entry === undefined) return undefined;
    return () => sessionStorage.setItem(name, JSON.stringify([entry, getOffset()]));
  }, [entry, getOffset]);
  return first;
}

function findOffset(entry: string | undefined): number {
  const text = sessionStorage.getItem(name);
  const kept: unknown = text === null ? undefined : JSON.parse(text);
  return Array.isArray(kept) && kept[0] === entry && typeof kept[1] === 'number' ? kept[1] : 0;
}
