import { type RefObject, useEffect, useRef } from 'react';

type Act = 'open' | 'up' | 'down' | 'name';

export interface GroupFocus {
  readonly list: RefObject<HTMLUListElement | null>;
  /** Puts the focus on a control of a group once it is drawn: moving and removing take it away. */
  readonly later: (key: string, act: Act) => void;
}

export function useGroupFocus(): GroupFocus {
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<{ readonly key: string; readonly act: Act }>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const { key, act } = wanted.current;
    const row = list.current?.querySelector(`[data-group="${CSS.escape(key)}"]`);
    if (row === null || row === undefined) return;
    wanted.current = undefined;
    const control = row.querySelector<HTMLElement>(act === 'name' ? 'input' : `[data-act="${act}"]:enabled`);
    (control ?? row.querySelector<HTMLElement>('[data-act="open"]'))?.focus();
  });
  return {
    list,
    later: (key, act) => {
      wanted.current = { key, act };
    },
  };
}
