import { useEffect, useRef, useState } from 'react';

const waitMs = 250;

export interface TypedField {
  readonly text: string;
  type(text: string): void;
  /** Sends the text without waiting. */
  send(): void;
}

/** A text field that reports its text when you pause typing. `onChange` gets each text once. */
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

/**
 * Text that may be typed faster than the address follows. `sent` are texts written to the address that have not come
 * back yet. `seen` is the last text read from it.
 */
interface TypedText {
  readonly text: string;
  readonly seen: string;
  readonly sent: readonly string[];
}

export function startTyped(value: string): TypedText {
  return { text: value, seen: value, sent: [] };
}

export function withTyped(typed: TypedText, text: string): TypedText {
  return { ...typed, text };
}

/** The text is being written to the address. */
export function withSent(typed: TypedText): TypedText {
  return { ...typed, sent: [...typed.sent, typed.text] };
}

/** The address now says `value`. If it was sent from here, typing continues. Any other value was changed elsewhere. */
export function withSeen(typed: TypedText, value: string): TypedText {
  if (value === typed.seen) return typed;
  const at = typed.sent.indexOf(value);
  return at < 0 ? startTyped(value) : { ...typed, seen: value, sent: typed.sent.slice(at + 1) };
}

/** Whether the address has the text, or is about to have it. */
export function isSent({ text, seen, sent }: TypedText): boolean {
  return (sent.at(-1) ?? seen) === text;
}
