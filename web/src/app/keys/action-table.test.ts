import { describe, expect, it } from 'vitest';
import type { ActionScope, ActionSpec } from './action-spec.ts';
import { actionTable } from './action-table.ts';
import { isSamePress, type KeyPress, parseKeys } from './key-press.ts';

const actions = Object.entries<ActionSpec>(actionTable).map(([id, spec]) => ({ id, ...spec }));
const keyed = actions.flatMap((action) => action.keys.map((keys) => ({ ...action, written: keys })));

/** Keys of browsers and operating systems. Overriding one could trap a user. */
const browserKeys = [
  ...['w', 't', 'n', 'l', 'r', 'q', 'p', 'f', 'g', 'd', 'h', 'j', 'u', 'o', 'a', 'c', 'v', 'x', '0', '+', '-'].map(
    (key) => `Mod+${key}`,
  ),
  ...['n', 't', 'w', 'p', 'r', 'i', 'j', 'c', 'k', 'm', 'Delete', 'Tab'].map((key) => `Shift+Mod+${key}`),
  ...['Alt+ArrowLeft', 'Alt+ArrowRight', 'Alt+Home', 'Alt+F4', 'Mod+Tab', 'Tab', 'Shift+Tab', 'F1', 'F5', 'F6', 'F11'],
];

const namedKeys =
  /^(Enter|Escape|Space|Backspace|Delete|Home|End|PageUp|PageDown|Arrow(Up|Down|Left|Right)|F\d{1,2})$/u;

function canBeOpenTogether(one: ActionScope, other: ActionScope): boolean {
  return one === other || one === 'everywhere' || other === 'everywhere';
}

/** The keys are equal, or one begins with the other. */
function collide(one: readonly KeyPress[], other: readonly KeyPress[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((press, place) => isSameAt(other, place, press));
}

function isSameAt(chord: readonly KeyPress[], place: number, press: KeyPress): boolean {
  const other = chord[place];
  return other !== undefined && isSamePress(press, other);
}

describe('the action table', () => {
  it('gives two actions of the same page different keys, and no key that begins a chord', () => {
    const collisions = keyed.flatMap((one, place) =>
      keyed
        .slice(place + 1)
        .filter((other) => canBeOpenTogether(one.scope, other.scope))
        .filter((other) => collide(parseKeys(one.written), parseKeys(other.written)))
        .map((other) => `${one.id} (${one.written}) and ${other.id} (${other.written})`),
    );
    expect(collisions).toEqual([]);
  });

  it.each(actions)('gives $id a label with a capital letter and no final period', ({ label }) => {
    expect(label).toMatch(/^\p{Lu}.*[^.!\s]$/u);
  });

  it('gives actions of the same page different labels', () => {
    const names = actions.map(({ scope, label }) => `${scope}: ${label}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(actions)('gives $id a key', ({ keys }) => {
    expect(keys.length).toBeGreaterThan(0);
  });

  it.each(keyed)('writes the key of $id in the expected form: $written', ({ written }) => {
    const strokes = written.split(' ');
    expect(strokes.length).toBeLessThanOrEqual(2);
    for (const stroke of strokes) {
      const [, held = '', key = ''] = /^((?:Shift\+)?(?:Mod\+)?(?:Alt\+)?)(.+)$/u.exec(stroke) ?? [];
      const isSingle = [...key].length === 1;
      expect(isSingle || namedKeys.test(key), `${key} is a key`).toBe(true);
      // A capital letter needs "Shift+" before it. A sign already includes Shift.
      if (isSingle && held === 'Shift+') expect(key).toMatch(/^\p{Lu}$/u);
      else if (isSingle) expect(key).not.toMatch(/^\p{Lu}$/u);
      // On a Mac, ⌥ with a letter types a sign.
      if (held.includes('Alt+')) expect(key).toMatch(namedKeys);
    }
  });

  it.each(keyed.filter(({ whileTyping }) => whileTyping))(
    'lets $written fire while typing: it types nothing',
    (action) => {
      const presses = parseKeys(action.written);
      expect(presses).toHaveLength(1);
      for (const { key, mod, alt } of presses) expect(mod || alt || key === 'Escape').toBe(true);
    },
  );

  it.each(keyed)('does not override a browser shortcut: $written', ({ written }) => {
    const taken = browserKeys.filter((key) => collide(parseKeys(key), parseKeys(written)));
    expect(taken).toEqual([]);
  });
});
