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
    ['a combobox by its role', place('BUTTON', { role: 'combobox' })],
  ])('is true in %s', (_name, where) => {
    expect(isTypingPlace(where)).toBe(true);
  });

  it.each<[string, KeyPlace]>([
    ['the page', place('BODY')],
    ['a button', place('BUTTON')],
    ['a checkbox', place('INPUT', { type: 'checkbox' })],
    ['a link', place('A')],
    ['a radio button', place('SPAN', { role: 'radio' })],
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
  ])('says whether %j belongs to %s', (key, _name, where, expected) => {
    expect(isOwnKey(where, key)).toBe(expected);
  });
});

describe('isChoosingPlace', () => {
  it('is true inside an open menu', () => {
    expect(isChoosingPlace(place('DIV', { role: 'menuitem' }, { closest: () => ({}) }))).toBe(true);
    expect(isChoosingPlace(place('DIV'))).toBe(false);
  });
});
