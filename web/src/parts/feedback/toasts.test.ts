import { describe, expect, it } from 'vitest';
import { notes, say } from './toasts.ts';

describe('a toast', () => {
  it('waits until the view takes it, notifies the view, and is taken once', () => {
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

  it('is replaced by a later one with the same name', () => {
    say({ title: 'ben changed it', name: 'conflict' });
    say({ title: 'Saved' });
    say({ title: 'cyd changed it', name: 'conflict' });
    expect(notes.take().map(({ title }) => title)).toEqual(['Saved', 'cyd changed it']);
  });

  it('can be dismissed, before and after it is shown', () => {
    const closeEarly = say({ title: 'Deleted' });
    closeEarly();
    expect(notes.take()).toEqual([]);
    notes.takeClosed();
    const closeLate = say({ title: 'Approved' });
    const [shown] = notes.take();
    closeLate();
    expect(notes.takeClosed()).toEqual([shown?.name]);
    expect(notes.takeClosed()).toEqual([]);
  });
});
