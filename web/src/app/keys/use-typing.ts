import { useSyncExternalStore } from 'react';
import { isTypingPlace } from './key-place.ts';

/** Whether letters pressed now become text. */
export function isTyping(): boolean {
  const place = document.activeElement;
  return place !== null && isTypingPlace(place);
}

/** Follows the focus. */
export function useTyping(): boolean {
  return useSyncExternalStore(subscribe, isTyping);
}

function subscribe(onChange: () => void): () => void {
  const end = new AbortController();
  // When the focus is let go, it is not yet where it goes.
  const later = () => queueMicrotask(onChange);
  document.addEventListener('focusin', onChange, { signal: end.signal });
  document.addEventListener('focusout', later, { signal: end.signal });
  return () => end.abort();
}
