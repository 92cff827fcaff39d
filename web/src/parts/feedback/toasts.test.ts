import { describe, expect, it } from 'vitest';
import { showToast, toasts } from './toasts.ts';

describe('a toast', () => {
  it('waits until the view takes it, notifies the view, and is taken once', () => {
    let told = 0;
    const stop = toasts.subscribe(() => {
      told += 1;
    });
    showToast({ title: 'Saved' });
    showToast({ title: 'Deleted' });
    stop();
    showToast({ title: 'Restored' });
    expect(told).toBe(2);
    expect(toasts.hasShown()).toBe(true);
    expect(toasts.take().map(({ title }) => title)).toEqual(['Saved', 'Deleted', 'Restored']);
    expect(toasts.take()).toEqual([]);
  });

  it('is replaced by a later one with the same name', () => {
    showToast({ title: 'ben changed it', name: 'conflict' });
    showToast({ title: 'Saved' });
    showToast({ title: 'cyd changed it', name: 'conflict' });
    expect(toasts.take().map(({ title }) => title)).toEqual(['Saved', 'cyd changed it']);
  });

  it('can be dismissed, before and after it is shown', () => {
    const closeEarly = showToast({ title: 'Deleted' });
    closeEarly();
    expect(toasts.take()).toEqual([]);
    toasts.takeClosed();
    const closeLate = showToast({ title: 'Approved' });
    const [shown] = toasts.take();
    closeLate();
    expect(toasts.takeClosed()).toEqual([shown?.name]);
    expect(toasts.takeClosed()).toEqual([]);
  });
});
