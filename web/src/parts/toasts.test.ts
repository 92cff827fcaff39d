import { describe, expect, it } from 'vitest';
import { notes, say } from './toasts.ts';

describe('a note', () => {
  it('waits for who shows it, is told to them, and is taken once', () => {
    let told = 0;
    const stop = notes.subscribe(() => {
      told += 1;
    });
    say({ title: 'Saved' });
    say({ title: 'Deleted' });
    stop();
    say({ title: 'Restored' });
    expect(told).toBe(2);
    expect(notes.hasSpoken()).toBe(true);
    expect(notes.take().map(({ title }) => title)).toEqual(['Saved', 'Deleted', 'Restored']);
    expect(notes.take()).toEqual([]);
  });
});
