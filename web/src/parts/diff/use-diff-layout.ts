import { useSyncExternalStore } from 'react';

/** Both texts in one, or beside each other where there is room. */
export type DiffLayout = 'inline' | 'sides';

const place = 'turnwise.diff-layout';
const listeners = new Set<() => void>();

/** How this person likes to read differences; kept on this computer. */
export function useDiffLayout(): readonly [DiffLayout, (layout: DiffLayout) => void] {
  const layout = useSyncExternalStore(subscribe, readLayout);
  return [layout, keepLayout];
}

function readLayout(): DiffLayout {
  return localStorage.getItem(place) === 'sides' ? 'sides' : 'inline';
}

function keepLayout(layout: DiffLayout): void {
  localStorage.setItem(place, layout);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
