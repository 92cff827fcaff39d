import { describe, expect, it } from 'vitest';
import { EditingBrowser, toTexts, type } from '../../../../../test/support/web/editing-browser.ts';
import type { Toast } from '../../../parts/feedback/toasts.ts';
import { discardWithUndo, offerUndo } from './offer-undo.ts';

describe('an offered undo', () => {
  it('closes when the act is undone in another way', async () => {
    const session = await new EditingBrowser().open();
    const shown = new Set<Toast>();
    const showToast = (toast: Toast) => {
      shown.add(toast);
      return () => shown.delete(toast);
    };
    session.change((item) => ({ ...item, history: item.history?.slice(1) ?? [] }), 'Delete turn 1');
    offerUndo(session, showToast, {
      title: 'Deleted turn 1',
      run: session.undo,
      isInEffect: ({ item }) => item.history?.length === 2,
    });
    session.change(type('b', 'other'));
    expect([...shown].map(({ title }) => title)).toEqual(['Deleted turn 1']);
    session.undo();
    session.undo();
    expect([...shown]).toEqual([]);
  });

  it('restores discarded text until something else is typed', async () => {
    const browser = new EditingBrowser();
    browser.server.assignedTo = 'bob';
    const session = await browser.open();
    const shown = new Set<Toast>();
    const showToast = (toast: Toast) => {
      shown.add(toast);
      return () => shown.delete(toast);
    };
    session.change(type('a', 'typed'));
    discardWithUndo(session, showToast);
    expect(session.view()).toMatchObject({ isAwaitingPermission: false, saving: { kind: 'saved' } });
    await session.refresh();
    expect(shown.size).toBe(1);
    for (const { action } of shown) action?.run();
    expect(toTexts(session.view().item)).toBe('typed | two | three');
    expect(session.view().isAwaitingPermission).toBe(true);
    expect(shown.size).toBe(0);
    discardWithUndo(session, showToast);
    session.change(type('b', 'other'));
    expect(shown.size).toBe(0);
  });
});
