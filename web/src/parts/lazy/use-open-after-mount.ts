import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

export interface OpenAfterMount {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly trigger: RefObject<HTMLButtonElement | null>;
}

/**
 * For a control that replaces a closed one after a press. It first focuses its trigger, because the focus must return
 * there, and then opens.
 */
export function useOpenAfterMount(): OpenAfterMount {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => trigger.current?.focus(), []);
  useEffect(() => setOpen(true), []);
  return { isOpen, setOpen, trigger };
}
