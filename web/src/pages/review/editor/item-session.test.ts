import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import {
  EditingBrowser,
  itemKey,
  talk,
  toTexts,
  type,
  withTurn,
} from '../../../../../test/support/web/editing-browser.ts';

/** More than the pause after which an edit is sent. */
const pause = 1_500;

describe('an item under the hand', () => {
  it('is sent a moment after the last key, once, with only what changed', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('a', 'o'));
    await browser.clock.advance(1_000);
    session.change(type('a', 'on'));
    expect(session.view().saving.kind).toBe('typing');
    await browser.clock.advance(1_000);
    expect(browser.server.puts).toEqual([]);
    await browser.clock.advance(300);
    expect(browser.server.puts.map((fields) => Object.keys(fields))).toEqual([['history']]);
    expect(session.view().saving.kind).toBe('saved');
    expect(toTexts(browser.server.item)).toBe('on | two | three');
  });

  it('is sent every ten seconds while somebody types without a pause', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    for (let key = 0; key < 24; key++) {
      session.change(type('a', `key ${key}`));
      await browser.clock.advance(1_000);
    }
    expect(browser.server.puts.length).toBe(2);
  });

  it('keeps what is typed while it is sent, and sends that too', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    const answer = browser.server.shut();
    session.change(type('a', 'first'));
    await browser.clock.advance(pause);
    expect(session.view().saving.kind).toBe('saving');
    session.change(type('b', 'second'));
    answer();
    await browser.clock.advance(pause);
    expect(toTexts(browser.server.item)).toBe('first | second | three');
    expect(session.view()).toMatchObject({ saving: { kind: 'saved' } });
  });

  it('shows the flag of a key whose context was edited, and carries it on', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('a', 'other'));
    await session.save();
    expect(session.view().item.history?.[2]?.answerKey?.contextChanged).toBe(true);
    session.change(type('b', 'more'));
    await session.save();
    expect(browser.server.item.history?.[2]?.answerKey?.contextChanged).toBe(true);
    session.change((item) => ({ ...item, history: withTurn(item, 'c', { answerKey: { reference: 'three' } }) }));
    await session.save();
    expect(browser.server.item.history?.[2]?.answerKey).toEqual({ reference: 'three' });
  });

  it.each([0, pause])(
    'flags a key again when the edit that did is done again %i ms after it was undone',
    async (wait) => {
      const browser = new EditingBrowser();
      const session = await browser.open();
      const flag = () => session.view().item.history?.[2]?.answerKey?.contextChanged;
      session.change(type('a', 'other'));
      await session.save();
      session.undo();
      expect(flag()).toBeUndefined();
      await browser.clock.advance(wait);
      session.redo();
      await session.save();
      expect(flag()).toBe(true);
      expect(browser.server.item.history?.[2]?.answerKey?.contextChanged).toBe(true);
      session.undo();
      await session.save();
      expect(browser.server.item).toMatchObject({ history: talk.history });
      expect(browser.server.item.history?.[2]?.answerKey).toEqual(talk.history?.[2]?.answerKey);
    },
  );

  it('keeps the flag of a key when only the later of two edits before it is undone', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('a', 'other'), 'Write other');
    session.change(type('b', 'more'), 'Write more');
    await session.save();
    session.undo();
    await session.save();
    expect(toTexts(browser.server.item)).toBe('other | two | three');
    expect(browser.server.item.history?.[2]?.answerKey?.contextChanged).toBe(true);
    session.undo();
    await session.save();
    expect(browser.server.item.history?.[2]?.answerKey).toEqual(talk.history?.[2]?.answerKey);
  });

  it('does not flag a key again that was looked at, though the flag had been brought back by an undo', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    const check = (item: Item) => ({ ...item, history: withTurn(item, 'c', { answerKey: { reference: 'three' } }) });
    session.change(type('a', 'other'));
    await session.save();
    session.change(check, 'Look at the key again');
    await session.save();
    session.undo();
    expect(session.view().item.history?.[2]?.answerKey?.contextChanged).toBe(true);
    session.change(type('a', 'another'));
    session.change(check, 'Look at the key again');
    await session.save();
    expect(browser.server.item.history?.[2]?.answerKey).toEqual({ reference: 'three' });
    expect(toTexts(browser.server.item)).toBe('another | two | three');
    expect(session.view()).toMatchObject({ saving: { kind: 'saved' } });
  });

  it('is not sent to be approved while the server would ask for another look at a key', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('a', 'other'));
    expect(await session.approve()).toBe(false);
    expect(browser.server.puts).toEqual([]);
    expect(browser.toasts).toHaveLength(1);
  });

  it('gives an id to a turn that has none, and keeps it', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change((item) => ({ ...item, history: [...(item.history ?? []), { role: 'user', msg: 'x', tags: [] }] }));
    await session.save();
    expect(browser.server.item.history?.at(-1)).toEqual({ id: 'new1', role: 'user', msg: 'x', tags: [] });
  });

  it('is not sent by itself while it is approved, and is a draft once it is saved', async () => {
    const browser = new EditingBrowser({ ...talk, status: 'approved' });
    const session = await browser.open();
    session.change(type('a', 'other'));
    await browser.clock.advance(60_000);
    expect(session.view().saving.kind).toBe('held');
    expect(browser.server.puts).toEqual([]);
    expect(await session.save()).toBe(true);
    expect(session.view()).toMatchObject({ saving: { kind: 'saved' }, stored: { status: 'draft' } });
  });

  it('is held back again when saving an approved one did not work', async () => {
    const browser = new EditingBrowser({ ...talk, status: 'approved' });
    const session = await browser.open();
    session.change(type('a', 'other'));
    browser.server.connection = 'down';
    expect(await session.save()).toBe(false);
    expect(session.view().saving.kind).toBe('held');
    expect(browser.toasts).toEqual([
      "Can't reach the server. Your changes are kept here. When the server is back, save again.",
    ]);
  });

  it('is told when it is refused, kept, and tried again after the next change', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change((item) => ({ ...item, refs: [{ url: 'javascript:x' }] }));
    await browser.clock.advance(60_000);
    expect(session.view().saving.kind).toBe('refused');
    expect(browser.server.puts.length).toBe(1);
    expect(await browser.drafts.list()).toHaveLength(1);
    session.change((item) => ({ ...item, refs: [{ url: 'https://x' }] }));
    await browser.clock.advance(pause);
    expect(session.view().saving.kind).toBe('saved');
    expect(browser.server.item.refs).toEqual([{ url: 'https://x' }]);
    expect(await browser.drafts.list()).toEqual([]);
  });
});

describe('a server that is away', () => {
  it('is asked again, later and later, and gets everything when it is back', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.connection = 'down';
    session.change(type('a', 'typed'));
    await browser.clock.advance(pause);
    expect(session.view().saving).toEqual({ kind: 'offline', isSignedOut: false });
    session.change(type('b', 'in the dark'));
    browser.clock.slept.length = 0;
    await browser.clock.advance(60_000);
    expect(browser.clock.slept.filter((ms) => ms >= 1_000)).toEqual([
      2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000,
    ]);
    browser.server.connection = 'up';
    session.saveNow();
    await browser.clock.advance(0);
    expect(session.view().saving.kind).toBe('saved');
    expect(toTexts(browser.server.item)).toBe('typed | in the dark | three');
  });

  it('does not make an edit collide with itself when only the answer was lost', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.connection = 'loses-answers';
    session.change(type('a', 'half'));
    await browser.clock.advance(pause);
    session.change(type('a', 'half a word'));
    browser.server.connection = 'up';
    await browser.clock.advance(3_000);
    expect(session.view().saving.kind).toBe('saved');
    expect(toTexts(browser.server.item)).toBe('half a word | two | three');
    expect(browser.toasts).toEqual([]);
  });

  it('loses an undo as little as an edit', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.connection = 'loses-answers';
    session.change(type('a', 'wrong'));
    await browser.clock.advance(pause);
    session.undo();
    browser.server.connection = 'up';
    await browser.clock.advance(3_000);
    expect(toTexts(browser.server.item)).toBe('one | two | three');
    expect(session.view().saving.kind).toBe('saved');
  });

  it('keeps everything for who is signed out', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.connection = 'signed-out';
    session.change(type('a', 'typed'));
    await browser.clock.advance(pause);
    expect(session.view().saving).toEqual({ kind: 'offline', isSignedOut: true });
    expect(await browser.drafts.list()).toHaveLength(1);
  });
});

describe('a page that is gone', () => {
  it('leaves a draft that the next one brings back and sends', async () => {
    const browser = new EditingBrowser();
    const first = await browser.open();
    browser.server.connection = 'down';
    first.change(type('a', 'typed'));
    await first.flush();
    first.dispose();
    browser.crash();
    browser.server.connection = 'up';
    const second = await browser.open();
    expect(toTexts(second.view().item)).toBe('typed | two | three');
    expect(browser.toasts).toEqual(['Restored your unsaved changes.']);
    await browser.clock.advance(pause);
    expect(toTexts(browser.server.item)).toBe('typed | two | three');
    expect(await browser.drafts.list()).toEqual([]);
  });

  it('does not collide with what it had sent without hearing the answer', async () => {
    const browser = new EditingBrowser();
    const first = await browser.open();
    browser.server.connection = 'loses-answers';
    first.change(type('a', 'half'));
    await browser.clock.advance(pause);
    browser.server.connection = 'down';
    first.change(type('a', 'half a word'));
    await first.flush();
    first.dispose();
    browser.crash();
    browser.server.connection = 'up';
    const second = await browser.open();
    expect(second.view().merge).toBeUndefined();
    await browser.clock.advance(pause);
    expect(toTexts(browser.server.item)).toBe('half a word | two | three');
  });

  it('is gone on with while the server is away', async () => {
    const browser = new EditingBrowser();
    const first = await browser.open();
    browser.server.connection = 'down';
    first.change(type('a', 'typed'));
    await first.flush();
    first.dispose();
    browser.crash();
    const second = await browser.open();
    expect(toTexts(second.view().item)).toBe('typed | two | three');
    await browser.clock.advance(pause);
    expect(second.view().saving.kind).toBe('offline');
  });

  it('gives each of two tabs its own draft, and loses neither', async () => {
    const browser = new EditingBrowser();
    const [first, second] = [await browser.open(), await browser.open()];
    browser.server.connection = 'down';
    first.change(type('a', 'first'));
    second.change(type('b', 'second'));
    await Promise.all([first.flush(), second.flush()]);
    expect(await browser.drafts.list()).toHaveLength(2);
    for (const [tab, session] of [first, second].entries()) {
      session.dispose();
      browser.crash(tab + 1);
    }
    browser.server.connection = 'up';
    const third = await browser.open();
    expect(toTexts(third.view().item)).toBe('first | second | three');
    expect(await browser.drafts.list()).toHaveLength(1);
  });

  it('leaves alone the draft of a tab that lives', async () => {
    const browser = new EditingBrowser();
    const first = await browser.open();
    browser.server.connection = 'down';
    first.change(type('a', 'first'));
    await first.flush();
    browser.server.connection = 'up';
    const second = await browser.open();
    expect(toTexts(second.view().item)).toBe('one | two | three');
    expect(await browser.drafts.list()).toHaveLength(1);
  });

  it('says when nothing outlives it', async () => {
    const browser = new EditingBrowser(talk, { ...new EditingBrowser().drafts, isLasting: false });
    const session = await browser.open();
    session.change(type('a', 'typed'));
    await session.flush();
    expect(session.view().isKept).toBe(false);
    expect(session.isBehind).toBe(true);
    await session.save();
    expect(session.isBehind).toBe(false);
  });
});

describe('somebody else', () => {
  const edit = (item: Item, id: string, msg: string) => ({ history: withTurn(item, id, { msg }) });

  it('who edits other places is merged with, and the person is told by whom', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.changeAs('ben', edit(browser.server.item, 'b', 'ben'));
    session.change(type('a', 'mine'));
    await browser.clock.advance(pause);
    expect(toTexts(browser.server.item)).toBe('mine | ben | three');
    expect(toTexts(session.view().item)).toBe('mine | ben | three');
    expect(browser.toasts).toEqual(['Merged with changes by ben.']);
  });

  it('who edits the same place is a conflict, until it is settled', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.changeAs('ben', edit(browser.server.item, 'a', 'bens'));
    session.change(type('a', 'mine'));
    await browser.clock.advance(30_000);
    const { saving, merge } = session.view();
    expect(saving.kind).toBe('conflict');
    expect(merge).toMatchObject({ theirsBy: 'ben', merged: { conflicts: [{ path: ['history', 0, 'msg'] }] } });
    await session.refresh();
    expect(browser.toasts).toEqual(["ben changed the same fields. Resolve the conflict when you're ready."]);
    expect(browser.server.puts).toEqual([]);
    session.change(type('b', 'typed on'));
    expect(session.view().merge?.mine.history?.[1]?.msg).toBe('typed on');
    expect(await session.resolveConflict(type('a', 'both')(session.view().item))).toBe(true);
    expect(toTexts(browser.server.item)).toBe('both | typed on | three');
    expect(session.view()).toMatchObject({ merge: undefined, saving: { kind: 'saved' } });
  });

  it('finds what was decided of a conflict kept: by another change of theirs, and by a tab that is gone', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.changeAs('ben', edit(browser.server.item, 'a', 'bens'));
    session.change(type('a', 'mine'));
    await browser.clock.advance(pause);
    const choices = { name: { side: 'hand', text: 'written', seen: '"bens"' } } as const;
    session.keepChoices(choices);
    browser.server.changeAs('ben', edit(browser.server.item, 'b', 'ben again'));
    await session.refresh();
    expect(session.view().merge?.choices).toEqual(choices);
    await session.flush();
    browser.crash();
    expect((await browser.open()).view().merge?.choices).toEqual(choices);
  });

  it('who holds the item is asked about once, and what is typed meanwhile stays here', async () => {
    const browser = new EditingBrowser();
    browser.server.assignedTo = 'ben';
    const session = await browser.open();
    session.change(type('a', 'mine'));
    await browser.clock.advance(30_000);
    expect(browser.server.puts).toEqual([]);
    expect(session.view()).toMatchObject({
      otherAssignee: 'ben',
      isAwaitingPermission: true,
      saving: { kind: 'held' },
    });
    browser.isConfirmed = false;
    expect(await session.save()).toBe(false);
    expect(toTexts(session.view().item)).toBe('mine | two | three');
    browser.isConfirmed = true;
    expect(await session.skip()).toBe(true);
    expect(await session.save()).toBe(true);
    expect(browser.asked).toEqual(['ben is reviewing this', 'ben is reviewing this']);
    session.change(type('b', 'more'));
    await browser.clock.advance(pause);
    expect(toTexts(browser.server.item)).toBe('mine | more | three');
  });

  it('who holds the item lets it be changed when the person says so', async () => {
    const browser = new EditingBrowser();
    browser.server.assignedTo = 'ben';
    const session = await browser.open();
    session.change(type('a', 'mine'));
    session.grantPermission();
    await browser.clock.advance(pause);
    expect(session.view()).toMatchObject({
      otherAssignee: 'ben',
      isAwaitingPermission: false,
      saving: { kind: 'saved' },
    });
    expect(browser.asked).toEqual([]);
  });

  it('is no conflict any more once mine says the same', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.changeAs('ben', edit(browser.server.item, 'a', 'bens'));
    session.change(type('a', 'mine'));
    await browser.clock.advance(pause);
    session.change(type('a', 'bens'));
    await browser.clock.advance(pause);
    expect(session.view()).toMatchObject({ merge: undefined, saving: { kind: 'saved' } });
  });

  it('is seen when the person comes back, with or without something typed', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.changeAs('ben', edit(browser.server.item, 'b', 'ben'));
    await session.refresh();
    expect(toTexts(session.view().item)).toBe('one | ben | three');
    expect(browser.toasts).toEqual(["ben changed this conversation. You're seeing the latest version."]);
    session.change(type('a', 'mine'));
    browser.server.changeAs('ben', edit(browser.server.item, 'b', 'ben again'));
    await session.refresh();
    expect(toTexts(session.view().item)).toBe('mine | ben again | three');
    expect(session.view().saving.kind).toBe('typing');
  });

  it('who approves the item meanwhile keeps it approved until the person saves', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.changeAs('ben', { status: 'approved' });
    session.change(type('a', 'mine'));
    await browser.clock.advance(30_000);
    expect(session.view().saving.kind).toBe('held');
    expect(browser.server.item.status).toBe('approved');
    expect(browser.toasts).toEqual([
      "ben approved this conversation. Your changes are kept here and aren't saved automatically.",
    ]);
  });

  it('is not undone by an undo', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('a', 'mine'));
    browser.server.changeAs('ben', edit(browser.server.item, 'b', 'ben'));
    await session.save();
    session.undo();
    expect(toTexts(session.view().item)).toBe('one | ben | three');
    session.redo();
    expect(toTexts(session.view().item)).toBe('mine | ben | three');
  });
});

describe('an act', () => {
  it('sends what was typed and the status in one', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('c', 'better'));
    expect(await session.approve()).toBe(true);
    expect(browser.server.puts).toHaveLength(1);
    expect(browser.server.puts[0]).toMatchObject({ status: 'approved' });
    expect(session.view()).toMatchObject({ stored: { status: 'approved' }, saving: { kind: 'saved' } });
  });

  it('approves what was there when it was asked for; what is typed meanwhile is held', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('c', 'whole'));
    const answer = browser.server.shut();
    const approval = session.approve();
    await browser.clock.advance(0);
    session.change(type('c', 'half a sent'));
    answer();
    expect(await approval).toBe(true);
    await browser.clock.advance(pause);
    expect(browser.server.puts).toHaveLength(1);
    expect(toTexts(browser.server.item)).toBe('one | two | whole');
    expect(session.view()).toMatchObject({ stored: { status: 'approved' }, saving: { kind: 'held' } });
    expect(toTexts(session.view().item)).toBe('one | two | half a sent');
  });

  it('approves an approved item anew with what was typed', async () => {
    const browser = new EditingBrowser({ ...talk, status: 'approved' });
    const session = await browser.open();
    session.change(type('c', 'better'));
    expect(await session.approve()).toBe(true);
    expect(browser.server.item).toMatchObject({ status: 'approved', history: [{}, {}, { msg: 'better' }] });
  });

  it('does not approve what lacks something, and says what', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('b', ' '));
    expect(await session.approve()).toBe(false);
    expect(browser.toasts).toEqual([
      "Can't approve yet. The turn has no text and no tool calls. And 1 more. Press b to see them.",
    ]);
    await browser.clock.advance(pause);
    expect(session.view().saving.kind).toBe('saved');
  });

  it('saves what was typed although the server refuses to approve it', async () => {
    const browser = new EditingBrowser();
    browser.isSchemaKnown = false;
    const session = await browser.open();
    // The edit itself sets the flag that blocks.
    session.change(type('a', 'other'));
    expect(await session.approve()).toBe(false);
    expect(browser.toasts).toEqual(['APPROVAL_BLOCKED']);
    await browser.clock.advance(pause);
    expect(browser.server.item).toMatchObject({ status: 'draft', history: [{ msg: 'other' }, {}, {}] });
    expect(session.view().saving.kind).toBe('saved');
  });

  it('asked for twice is done once', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    expect(await Promise.all([session.skip(), session.skip(), session.reopen()])).toEqual([true, true, true]);
    expect(browser.server.puts.map(({ status }) => status)).toEqual(['skipped', 'draft']);
  });

  it('that did not arrive can be done again, and knows when it had arrived', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.connection = 'loses-answers';
    expect(await session.skip()).toBe(false);
    expect(browser.toasts).toEqual([
      "Can't reach the server. Your changes are kept here. When the server is back, skip it again.",
    ]);
    browser.server.connection = 'up';
    expect(await session.skip()).toBe(true);
    expect(browser.server.puts).toHaveLength(1);
  });

  it('deletes and restores with what was typed', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('a', 'typed'));
    expect(await session.remove()).toBe(true);
    expect(session.view().stored.status).toBe('deleted');
    expect(await session.restore()).toBe(true);
    expect(browser.server.item).toMatchObject({ status: 'draft', history: [{ msg: 'typed' }, {}, {}] });
  });

  it('deletes an approved item without sending what was held back', async () => {
    const browser = new EditingBrowser({ ...talk, status: 'approved' });
    const session = await browser.open();
    session.change(type('a', 'held'));
    expect(await session.remove()).toBe(true);
    expect(toTexts(browser.server.item)).toBe('one | two | three');
    expect(session.view().saving.kind).toBe('held');
    expect(toTexts(session.view().item)).toBe('held | two | three');
  });

  it('copies an item once, also when the first answer was lost', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.connection = 'loses-answers';
    expect(await session.duplicate()).toBeUndefined();
    browser.server.connection = 'up';
    expect(await session.duplicate()).toEqual({ ...itemKey, id: 'copy-0' });
    expect(await session.duplicate()).toEqual({ ...itemKey, id: 'copy-1' });
  });

  it('throws away what was typed, and brings it back on undo', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('a', 'typed'));
    session.discard();
    expect(session.view()).toMatchObject({ saving: { kind: 'saved' }, canUndo: true });
    session.undo();
    expect(toTexts(session.view().item)).toBe('typed | two | three');
  });
});
