import { useEffect, useEffectEvent, useState } from 'react';
import { OwnKeys } from '../../app/keys/OwnKeys.tsx';

/** Placeholder for a dialog that is loading. Keys typed in the meantime are not for the page. */
export function Opening({ onEscape }: { readonly onEscape: () => void }) {
  const cancel = useEffectEvent(onEscape);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return <OwnKeys>{null}</OwnKeys>;
}

/** Whether something is or has been open. Until then, its code is not needed. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen || isOpen;
}
