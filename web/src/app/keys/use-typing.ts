import { useSyncExternalStore } from 'react';
import { isTypingPlace } from './key-place.ts';

/** Whether letters typed now become text. */
export function isTyping(): boolean {
  const place = document.activeElement;
  return place !== null && isTypingPlace(place);
}

/** `isTyping`, updated when the focus moves. */
export function useTyping(): boolean {
  return useSyncExternalStore(subscribe, isTyping);
}

function subscribe(onChange: () => void): () => void {
  const end = new AbortController();
  // On focusout, the new focus is not set yet.
  const later = () => queueMicrotask(onChange);
  document.addEventListener('focusin', onChange, { signal: end.signal });
  document.addEventListener('focusout', later, { signal: end.signal });
  return () => end.abort();
}
