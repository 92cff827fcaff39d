import { useEffect, useEffectEvent } from 'react';
import { OwnKeys } from '../../app/keys/OwnKeys.tsx';

/** Stands for what is about to open over the page and is still being loaded: what is typed meanwhile is not for the page. */
export function Opening({ onEscape }: { readonly onEscape: () => void }) {
  const callOff = useEffectEvent(onEscape);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') callOff();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return <OwnKeys>{null}</OwnKeys>;
}
