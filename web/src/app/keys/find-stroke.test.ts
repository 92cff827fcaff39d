import { describe, expect, it } from 'vitest';
import { findStroke } from './find-stroke.ts';
import { type KeyPress, parseKeys } from './key-press.ts';

const actions = [
  { id: 'next', keys: ['j', 'ArrowDown'] },
  { id: 'delete', keys: ['x'] },
  { id: 'review', keys: ['g r'] },
  { id: 'home', keys: ['g h'] },
];

function press(written: string): KeyPress {
  const [first] = parseKeys(written);
  if (first === undefined) throw new Error(`No key in "${written}".`);
  return first;
}

describe('findStroke', () => {
  it.each([
    ['j', 'next'],
    ['ArrowDown', 'next'],
    ['x', 'delete'],
  ])('finds the action of %s', (key, id) => {
    expect(findStroke(actions, [press(key)])).toEqual({ kind: 'run', id });
  });

  it('waits for the second key of a chord, and then finds its action', () => {
    const stroke = findStroke(actions, [press('g')]);
    expect(stroke).toEqual({ kind: 'wait', first: press('g') });
    expect(findStroke(actions, [press('h')], press('g'))).toEqual({ kind: 'run', id: 'home' });
  });

  it('does nothing on a second key that ends no chord, even if it is a key of its own', () => {
    expect(findStroke(actions, [press('x')], press('g'))).toEqual({ kind: 'none' });
  });

  it('does nothing on a key that nobody has', () => {
    expect(findStroke(actions, [press('Mod+x')])).toEqual({ kind: 'none' });
    expect(findStroke([], [press('j')])).toEqual({ kind: 'none' });
  });

  it('prefers what the key types to where it lies', () => {
    const both = [
      { id: 'place', keys: ['1'] },
      { id: 'sign', keys: ['&'] },
    ];
    expect(findStroke(both, [press('&'), press('1')])).toEqual({ kind: 'run', id: 'sign' });
  });
});
