/** One key with its modifiers. Letters are lower case. `shift` is false if it only selects the sign (`?`). */
export interface KeyPress {
  readonly key: string;
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** The parts of a keyboard event that decide. */
export interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  getModifierState(name: string): boolean;
}

/** Parses a key of the action table: `Mod+k`, `Shift+T`, `g r`. One press, or two in a row. */
export function parseKeys(written: string): readonly KeyPress[] {
  return written.split(' ').map(parseStroke);
}

function parseStroke(stroke: string): KeyPress {
  // The sign `+` may itself be the key.
  const names = stroke.split(/\+(?=.)/u);
  const key = names.at(-1) ?? '';
  const held = new Set(names.slice(0, -1));
  return {
    key: isLetter(key) ? key.toLowerCase() : key,
    mod: held.has('Mod'),
    shift: held.has('Shift'),
    alt: held.has('Alt'),
  };
}

/**
 * The ways to read a key press: first by the character typed, in any layout. Then by the physical key, for scripts
 * without Latin letters and layouts that need Shift for digits. Empty for a modifier alone and for combinations the
 * Studio does not use.
 */
export function toKeyPresses(event: PressedKey, isMac: boolean): readonly KeyPress[] {
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Process', 'Unidentified'].includes(event.key)) return [];
  const picksSign = event.getModifierState('AltGraph');
  const mod = !picksSign && (isMac ? event.metaKey : event.ctrlKey);
  const other = !picksSign && (isMac ? event.ctrlKey : event.metaKey);
  if (other) return [];
  const held = { mod, alt: !picksSign && event.altKey };
  const byPlace = findByPlace(event);
  const presses = [toPress(event.key, event.shiftKey, held)];
  if (byPlace !== undefined) presses.push(toPress(byPlace, event.shiftKey, held));
  return presses;
}

function toPress(key: string, shiftKey: boolean, held: { readonly mod: boolean; readonly alt: boolean }): KeyPress {
  const name = key === ' ' ? 'Space' : key;
  const isSign = [...name].length === 1 && !isLetter(name);
  return { ...held, key: isLetter(name) ? name.toLowerCase() : name, shift: shiftKey && !isSign };
}

function findByPlace({ key, code, shiftKey }: PressedKey): string | undefined {
  const letter = /^Key([A-Z])$/u.exec(code)?.[1]?.toLowerCase();
  if (letter !== undefined && isLetter(key) && !/^[a-z]$/iu.test(key.normalize('NFD').charAt(0))) return letter;
  const digit = /^Digit(\d)$/u.exec(code)?.[1];
  return digit !== undefined && !shiftKey && !/^\d$/u.test(key) ? digit : undefined;
}

function isLetter(key: string): boolean {
  return /^\p{L}$/u.test(key);
}

export function isSamePress(one: KeyPress, other: KeyPress): boolean {
  return one.key === other.key && one.mod === other.mod && one.shift === other.shift && one.alt === other.alt;
}
