import { describe, expect, it } from 'vitest';
import { type TypedKey, TypingAhead } from './typing-ahead.ts';

/** A page with a fake focus and clock. */
function openPage(focus = 'page') {
  const page = { focus, at: 0 };
  const ahead = new TypingAhead({ now: () => page.at, focused: () => page.focus });
  const press = (key: string, more: Partial<TypedKey> = {}) =>
    ahead.press(
      { key, ctrlKey: false, metaKey: false, altKey: false, getModifierState: () => false, ...more },
      page.focus !== 'page',
    );
  const type = (word: string) => [...word].map((key) => press(key));
  return { page, ahead, press, type };
}

describe('TypingAhead', () => {
  it('lets every key through while no field is expected', () => {
    const { press, ahead } = openPage();
    expect(press('s')).toBe(false);
    expect(ahead.arrive()).toBe('');
  });

  it('buffers typed text until the field appears, and returns it once', () => {
    const { page, ahead, type, press } = openPage();
    ahead.expect();
    expect(type('sale')).toEqual([true, true, true, true]);
    page.focus = 'field';
    expect(ahead.arrive()).toBe('sale');
    expect(ahead.arrive()).toBe('');
    expect(press('s')).toBe(false);
  });

  it('puts the key that opened the field before the text typed next', () => {
    const { page, ahead, press } = openPage();
    ahead.expect('7');
    press('5');
    page.focus = 'field';
    expect(ahead.arrive()).toBe('75');
  });

  it('keeps buffering while the new field briefly loses the focus, and no longer', () => {
    const { page, ahead, press } = openPage();
    ahead.expect();
    page.focus = 'field';
    ahead.arrive();
    page.focus = 'page';
    page.at = 149;
    expect(press('s')).toBe(true);
    page.at = 150;
    expect(press('s')).toBe(false);
  });

  it('does not type into the field that you left', () => {
    const { page, ahead, press } = openPage('turn');
    ahead.expect();
    expect(press('s')).toBe(true);
    expect(ahead.arrive()).toBe('');
    page.focus = 'palette';
    expect(ahead.arrive()).toBe('s');
  });

  it('applies Backspace to buffered text, and runs no Enter and no arrow', () => {
    const { page, ahead, press, type } = openPage();
    ahead.expect();
    type('sag');
    expect(['Backspace', 'Enter', 'ArrowDown'].map((key) => press(key))).toEqual([true, true, true]);
    type('le');
    page.focus = 'field';
    expect(ahead.arrive()).toBe('sale');
  });

  it('buffers AltGr characters, and lets shortcuts through to the page and the browser', () => {
    const { ahead, press } = openPage();
    ahead.expect();
    expect(press('@', { ctrlKey: true, altKey: true, getModifierState: (name) => name === 'AltGraph' })).toBe(true);
    expect(press('s', { ctrlKey: true })).toBe(false);
    expect(press('Shift')).toBe(false);
    expect(press('F5')).toBe(false);
  });

  it.each(['Escape', 'Tab'])('%s cancels the buffer and reaches the page', (key) => {
    const { page, ahead, press, type } = openPage();
    ahead.expect();
    type('sa');
    expect(press(key)).toBe(false);
    expect(press('l')).toBe(false);
    page.focus = 'field';
    expect(ahead.arrive()).toBe('');
  });

  it.each(['Escape', 'Tab'])(
    '%s in a field that just appeared cancels the buffer, so the next key reaches the page',
    (key) => {
      const { page, ahead, press } = openPage();
      ahead.expect();
      page.focus = 'field';
      ahead.arrive();
      expect(press(key)).toBe(false);
      page.focus = 'page';
      expect(press('y')).toBe(false);
    },
  );

  it('drops the buffer if no field appears', () => {
    const { page, ahead, press, type } = openPage();
    ahead.expect();
    type('sale');
    page.at = 3_000;
    expect(press('s')).toBe(false);
    page.focus = 'field';
    expect(ahead.arrive()).toBe('');
  });
});
