import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

export interface OpenAfterMount {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly trigger: RefObject<HTMLButtonElement | null>;
}

/**
 * For what takes the place of a closed control that was pressed: the focus goes to its trigger first, because that is
 * where it has to come back to, and then it opens.
 */
export function useOpenAfterMount(): OpenAfterMount {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => trigger.current?.focus(), []);
  useEffect(() => setOpen(true), []);
  return { isOpen, setOpen, trigger };
}
