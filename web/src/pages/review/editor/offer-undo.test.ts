import { describe, expect, it } from 'vitest';
import { EditingDesk, type } from '../../../../../test/support/web/editing-desk.ts';
import type { Note } from '../../../parts/toasts.ts';
import { offerUndo } from './offer-undo.ts';

describe('an offered undo', () => {
  it('stays while what was done stands, and goes when it is undone in another way', async () => {
    const session = await new EditingDesk().open();
    const shown = new Set<Note>();
    const say = (note: Note) => {
      shown.add(note);
      return () => shown.delete(note);
    };
    session.change((item) => ({ ...item, history: item.history?.slice(1) ?? [] }), 'Delete turn 1');
    offerUndo(session, say, {
      title: 'Deleted turn 1',
      run: session.undo,
      stands: ({ item }) => item.history?.length === 2,
    });
    session.change(type('b', 'other'));
    expect([...shown].map(({ title }) => title)).toEqual(['Deleted turn 1']);
    session.undo();
    session.undo();
    expect([...shown]).toEqual([]);
  });
});
