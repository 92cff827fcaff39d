import { describe, expect, it } from 'vitest';
import { isChoosingPlace, isOwnKey, isTypingPlace, type KeyPlace } from './key-place.ts';

function place(tagName: string, attributes: Record<string, string> = {}, more: Partial<KeyPlace> = {}): KeyPlace {
  return { tagName, getAttribute: (name) => attributes[name] ?? null, closest: () => null, ...more };
}

describe('isTypingPlace', () => {
  it.each<[string, KeyPlace]>([
    ['a line of text', place('INPUT')],
    ['a search field', place('INPUT', { type: 'search' })],
    ['a number field', place('INPUT', { type: 'number' })],
    ['a text area', place('TEXTAREA')],
    ['a select, where letters find an entry', place('SELECT')],
    ['an editable element', place('DIV', {}, { isContentEditable: true })],
    ['a text box by its role', place('DIV', { role: 'textbox' })],
    ['a combobox that can be typed into', place('INPUT', { role: 'combobox' })],
  ])('is true in %s', (_name, where) => {
    expect(isTypingPlace(where)).toBe(true);
  });

  it.each<[string, KeyPlace]>([
    ['the page', place('BODY')],
    ['a button', place('BUTTON')],
    ['a checkbox', place('INPUT', { type: 'checkbox' })],
    ['a link', place('A')],
    ['a radio button', place('SPAN', { role: 'radio' })],
    ['the button of a closed list', place('BUTTON', { role: 'combobox' })],
  ])('is false on %s', (_name, where) => {
    expect(isTypingPlace(where)).toBe(false);
  });
});

describe('isOwnKey', () => {
  it.each<[string, string, KeyPlace, boolean]>([
    ['Enter', 'a button', place('BUTTON'), true],
    [' ', 'a checkbox by its role', place('SPAN', { role: 'checkbox' }), true],
    ['Enter', 'a link', place('A'), true],
    ['Enter', 'the page', place('MAIN'), false],
    ['ArrowDown', 'a tab', place('BUTTON', { role: 'tab' }), true],
    ['ArrowDown', 'a plain button', place('BUTTON'), false],
    ['j', 'a button', place('BUTTON'), false],
    ['ArrowDown', 'the button of a closed list', place('BUTTON', { role: 'combobox' }), true],
    ['j', 'the button of a closed list', place('BUTTON', { role: 'combobox' }), false],
  ])('returns whether %j belongs to %s', (key, _name, where, expected) => {
    expect(isOwnKey(where, key)).toBe(expected);
  });

  it.each(['Enter', 'ArrowUp', 's'])('leaves %s with Ctrl, ⌘ or Alt to the page, whatever has the focus', (key) => {
    const controls = [place('INPUT', { type: 'radio' }), place('BUTTON'), place('A'), place('BUTTON', { role: 'tab' })];
    for (const control of controls) expect(isOwnKey(control, key, true)).toBe(false);
  });
});

describe('isChoosingPlace', () => {
  it('is true inside an open menu', () => {
    expect(isChoosingPlace(place('DIV', { role: 'menuitem' }, { closest: () => ({}) }))).toBe(true);
    expect(isChoosingPlace(place('DIV'))).toBe(false);
  });
});
