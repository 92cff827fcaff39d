import { useEffect, useRef, useState } from 'react';
import { isSent, startTyped, withSeen, withSent, withTyped } from './typed-text.ts';

const waitMs = 250;

export interface TypedField {
  readonly text: string;
  type(text: string): void;
  /** Does not wait any longer. */
  send(): void;
}

/** A text that is handed on when the typing pauses. `onChange` gets every text once. */
export function useTypedText(value: string, onChange: (text: string) => void): TypedField {
  const [kept, setTyped] = useState(() => startTyped(value));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typed = withSeen(kept, value);
  if (typed !== kept) setTyped(typed);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (next = typed) => {
    clearTimeout(timer.current);
    if (isSent(next)) return;
    setTyped((latest) => withSent(withTyped(latest, next.text)));
    onChange(next.text);
  };
  const type = (text: string) => {
    const next = withTyped(typed, text);
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), waitMs);
  };
  return { text: typed.text, type, send: () => send() };
}
