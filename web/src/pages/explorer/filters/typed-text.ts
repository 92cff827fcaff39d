/**
 * Text that is typed faster than the address follows. `sent` are the texts that were written into the address and have
 * not come back from there; `seen` is what stood in it last.
 */
export interface TypedText {
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

/** The text goes into the address now. */
export function withSent(typed: TypedText): TypedText {
  return { ...typed, sent: [...typed.sent, typed.text] };
}

/** The address says `value`. What was sent has come back: typing goes on. Anything else was somebody else's change. */
export function withSeen(typed: TypedText, value: string): TypedText {
  if (value === typed.seen) return typed;
  const at = typed.sent.indexOf(value);
  return at < 0 ? startTyped(value) : { ...typed, seen: value, sent: typed.sent.slice(at + 1) };
}

/** Whether the address has the text already, or is about to. */
export function isSent({ text, seen, sent }: TypedText): boolean {
  return (sent.at(-1) ?? seen) === text;
}
