/** A terminal that tells of each key. */
export interface Keyboard extends AsyncIterable<unknown> {
  setRawMode?(isRaw: boolean): unknown;
}

/** Keys one by one. The terminal is set back when reading stops, however it stops. */
export async function* readKeys(keyboard: Keyboard): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  keyboard.setRawMode?.(true);
  try {
    for await (const piece of keyboard) {
      yield* splitKeys(piece instanceof Uint8Array ? decoder.decode(piece, { stream: true }) : String(piece));
    }
  } finally {
    keyboard.setRawMode?.(false);
  }
}

/** What came in at once: an arrow or function key is one sequence after an escape, anything else a key a character. */
export function splitKeys(text: string): readonly string[] {
  return text.match(/\u001b(?:\[[\d;]*[~A-Za-z]|O[A-Za-z])?|./gsu) ?? [];
}
