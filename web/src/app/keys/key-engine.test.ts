import { describe, expect, it } from 'vitest';
import { ActionRegistry } from './action-registry.ts';
import type { ActionId } from './action-table.ts';
import { findStroke, startKeyEngine } from './key-engine.ts';
import { type KeyPress, parseKeys } from './key-press.ts';

interface Press {
  readonly key: string;
  readonly code?: string;
  readonly ctrlKey?: boolean;
  readonly isComposing?: boolean;
  readonly repeat?: boolean;
  readonly defaultPrevented?: boolean;
  readonly timeStamp?: number;
  /** The focused element: its tag, and the result of `closest`. */
  readonly tag?: string;
  readonly inside?: readonly string[];
}

/** A window that receives key presses, and the list of actions that ran. */
function openPage() {
  const registry = new ActionRegistry();
  const done: ActionId[] = [];
  const listeners = new Set<(event: KeyboardEvent) => void>();
  const stop = startKeyEngine(
    registry,
    {
      addEventListener: (_, listener) => listeners.add(listener),
      removeEventListener: (_, it) => listeners.delete(it),
    },
    false,
  );
  const press = ({ tag = 'BODY', inside = [], ...more }: Press) => {
    let isPrevented = false;
    const closest = (selector: string) => (inside.some((around) => selector.includes(around)) ? {} : null);
    const place = { tagName: tag, getAttribute: () => null, closest };
    const event = {
      ...{ code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, keyCode: 0, timeStamp: 0 },
      ...{ isComposing: false, repeat: false, defaultPrevented: false },
      ...more,
      getModifierState: () => false,
      composedPath: () => [place],
      preventDefault: () => {
        isPrevented = true;
      },
    };
    // The engine reads only these fields of the event.
    for (const listener of listeners) listener(event as unknown as KeyboardEvent);
    return isPrevented;
  };
  const bind = (id: ActionId, layer?: symbol) => registry.bind({ id, layer, run: () => done.push(id) });
  return { registry, done, press, bind, stop };
}

describe('startKeyEngine', () => {
  it("runs the action of a key and prevents the browser's default", () => {
    const { done, press, bind } = openPage();
    bind('app.palette');
    expect(press({ key: 'k', ctrlKey: true })).toBe(true);
    expect(press({ key: 'q' })).toBe(false);
    expect(done).toEqual(['app.palette']);
  });

  it('does nothing for an action that is not bound, or no longer bound', () => {
    const { done, press, bind } = openPage();
    expect(press({ key: '?' })).toBe(false);
    bind('app.help')();
    expect(press({ key: '?' })).toBe(false);
    expect(done).toEqual([]);
  });

  it('runs the latest of two bindings, once', () => {
    const { registry, done, press } = openPage();
    registry.bind({ id: 'app.help', run: () => done.push('go.home') });
    registry.bind({ id: 'app.help', run: () => done.push('go.tags') });
    press({ key: '?' });
    expect(done).toEqual(['go.tags']);
  });

  it('leaves letters to a text field, but not keys that type nothing', () => {
    const { done, press, bind } = openPage();
    bind('app.help');
    bind('app.palette');
    expect(press({ key: '?', tag: 'TEXTAREA' })).toBe(false);
    expect(press({ key: 'k', ctrlKey: true, tag: 'TEXTAREA' })).toBe(true);
    expect(done).toEqual(['app.palette']);
  });

  it.each<[string, Partial<Press>]>([
    ['while an input method composes', { isComposing: true }],
    ['if a control has already handled the key', { defaultPrevented: true }],
    ['in an open menu', { inside: ['[role="menu"]'] }],
    ['in a popover', { inside: ['[role="dialog"]'] }],
    ['for repeats of a held key', { repeat: true }],
  ])('does nothing %s', (_when, more) => {
    const { done, press, bind } = openPage();
    bind('app.help');
    press({ key: '?', ...more });
    expect(done).toEqual([]);
  });

  it('waits a moment for the second key of a chord, and no longer', () => {
    const { done, press, bind } = openPage();
    bind('go.review');
    press({ key: 'g', timeStamp: 1000 });
    press({ key: 'r', timeStamp: 2499 });
    press({ key: 'g', timeStamp: 5000 });
    press({ key: 'r', timeStamp: 6500 });
    expect(done).toEqual(['go.review']);
  });

  it('runs page actions while a toast has the focus, except for keys that press or close the toast', () => {
    const { done, press, bind } = openPage();
    const note = { tag: 'DIV', inside: ['[role="dialog"]', '[data-notes]'] };
    bind('go.review');
    bind('explorer.close');
    bind('explorer.review');
    press({ key: 'g', ...note });
    press({ key: 'r', ...note });
    expect(done).toEqual(['go.review']);
    expect(['Escape', 'Enter'].map((key) => press({ key, ...note }))).toEqual([false, false]);
    expect(done).toEqual(['go.review']);
  });

  it('runs only actions of the top layer until it closes', () => {
    const { registry, done, press, bind } = openPage();
    const layer = Symbol('dialog');
    bind('app.help');
    bind('app.theme');
    const close = registry.openLayer(layer);
    bind('app.palette', layer);
    press({ key: '?', inside: ['[role="dialog"]'] });
    press({ key: 'k', ctrlKey: true, tag: 'INPUT', inside: ['[role="dialog"]'] });
    expect(done).toEqual(['app.palette']);
    close();
    press({ key: '?' });
    expect(done).toEqual(['app.palette', 'app.help']);
  });

  it('stops listening when stopped', () => {
    const { done, press, bind, stop } = openPage();
    bind('app.help');
    stop();
    press({ key: '?' });
    expect(done).toEqual([]);
  });
});

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

  it('waits for the second key of a chord, then finds its action', () => {
    const stroke = findStroke(actions, [press('g')]);
    expect(stroke).toEqual({ kind: 'wait', first: press('g') });
    expect(findStroke(actions, [press('h')], press('g'))).toEqual({ kind: 'run', id: 'home' });
  });

  it('does nothing on a second key that completes no chord, even if it has its own action', () => {
    expect(findStroke(actions, [press('x')], press('g'))).toEqual({ kind: 'none' });
  });

  it('does nothing on a key without an action', () => {
    expect(findStroke(actions, [press('Mod+x')])).toEqual({ kind: 'none' });
    expect(findStroke([], [press('j')])).toEqual({ kind: 'none' });
  });

  it('prefers the typed character to the physical key', () => {
    const both = [
      { id: 'place', keys: ['1'] },
      { id: 'sign', keys: ['&'] },
    ];
    expect(findStroke(both, [press('&'), press('1')])).toEqual({ kind: 'run', id: 'sign' });
  });
});
