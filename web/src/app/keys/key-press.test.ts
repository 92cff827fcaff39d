import { describe, expect, it } from 'vitest';
import { isSamePress, type PressedKey, parseKeys, toKeyPresses } from './key-press.ts';

type Held = Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'altGraph', boolean>>;

function press(key: string, code: string, { altGraph = false, ...held }: Held = {}): PressedKey {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  return { ...none, ...held, key, code, getModifierState: (name) => name === 'AltGraph' && altGraph };
}

function fires(written: string, event: PressedKey, isMac = false): boolean {
  const [wanted] = parseKeys(written);
  return wanted !== undefined && toKeyPresses(event, isMac).some((made) => isSamePress(made, wanted));
}

describe('toKeyPresses', () => {
  it.each<[string, PressedKey, string]>([
    ['j', press('j', 'KeyJ'), 'a letter'],
    ['j', press('J', 'KeyJ'), 'a letter with caps lock on'],
    ['Shift+J', press('J', 'KeyJ', { shiftKey: true }), 'a letter with Shift'],
    ['Shift+J', press('j', 'KeyJ', { shiftKey: true }), 'a letter with Shift and caps lock'],
    ['?', press('?', 'Slash', { shiftKey: true }), 'the question mark of an American keyboard'],
    ['?', press('?', 'Minus', { shiftKey: true }), 'the question mark of a German keyboard'],
    ['?', press('?', 'KeyM', { shiftKey: true }), 'the question mark of a French keyboard'],
    ['/', press('/', 'Digit7', { shiftKey: true }), 'the slash of a German keyboard'],
    ['Mod+k', press('k', 'KeyK', { ctrlKey: true }), 'Ctrl with a letter'],
    ['Shift+Mod+z', press('Z', 'KeyZ', { ctrlKey: true, shiftKey: true }), 'Ctrl and Shift with a letter'],
    ['Mod+z', press('z', 'KeyY', { ctrlKey: true }), 'the z of a German keyboard'],
    ['Alt+ArrowUp', press('ArrowUp', 'ArrowUp', { altKey: true }), 'Alt with an arrow'],
    ['j', press('о', 'KeyJ'), 'the place of j on a Russian keyboard'],
    ['Shift+J', press('О', 'KeyJ', { shiftKey: true }), 'the same with Shift'],
    ['1', press('&', 'Digit1'), 'the place of 1 on a French keyboard'],
    ['1', press('1', 'Digit1', { shiftKey: true }), '1 with Shift, as French keyboards need it'],
    ['1', press('1', 'Numpad1'), 'the 1 of the number block'],
    ['?', press('?', 'KeyQ', { ctrlKey: true, altKey: true, altGraph: true }), 'a sign that AltGr picks'],
    ['Space', press(' ', 'Space'), 'the space bar'],
    ['Mod++', press('+', 'Equal', { ctrlKey: true, shiftKey: true }), 'the plus sign'],
  ])('%s is %j: %s', (written, event) => {
    expect(fires(written, event)).toBe(true);
  });

  it.each<[string, PressedKey, string]>([
    ['j', press('J', 'KeyJ', { shiftKey: true }), 'Shift is another key'],
    ['j', press('j', 'KeyJ', { ctrlKey: true }), 'Ctrl is another key'],
    ['j', press('j', 'KeyJ', { metaKey: true }), 'the Windows key belongs to the system'],
    ['j', press('j', 'KeyJ', { altKey: true }), 'Alt is another key'],
    ['1', press('!', 'Digit1', { shiftKey: true }), 'the sign over the digit is another key'],
    ['q', press('a', 'KeyQ'), 'Latin letters go by what they type, not by their place'],
    ['e', press('é', 'Digit2'), 'a letter with an accent is another letter'],
    ['Enter', press('Enter', 'Enter', { shiftKey: true }), 'Shift counts with named keys'],
  ])('%s is not %j: %s', (written, event) => {
    expect(fires(written, event)).toBe(false);
  });

  it('reads Mod as ⌘ on a Mac, and not as Ctrl', () => {
    expect(fires('Mod+k', press('k', 'KeyK', { metaKey: true }), true)).toBe(true);
    expect(fires('Mod+k', press('k', 'KeyK', { ctrlKey: true }), true)).toBe(false);
  });

  it('ignores a modifier alone', () => {
    expect(toKeyPresses(press('Shift', 'ShiftLeft', { shiftKey: true }), false)).toEqual([]);
  });
});
