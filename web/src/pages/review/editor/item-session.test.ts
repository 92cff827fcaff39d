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

describe('an edit session', () => {
  it('sends an edit once, a moment after the last key, with only the changed fields', async () => {
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

  it('sends every ten seconds while a person types without a pause', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    for (let key = 0; key < 24; key++) {
      session.change(type('a', `key ${key}`));
      await browser.clock.advance(1_000);
    }
    expect(browser.server.puts.length).toBe(2);
  });

  it('keeps text that is typed during a request, and sends it too', async () => {
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

  it('shows the flag of a key whose context changed, and keeps it through later edits', async () => {
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

  it.each([0, pause])('flags a key again if the edit that flagged it is redone %i ms after its undo', async (wait) => {
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
  });

  it('keeps the flag of a key if only the later of two edits before it is undone', async () => {
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

  it('does not flag a rechecked key again, even if an undo had restored its flag', async () => {
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

  it('does not request an approval while a key needs a re-check', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('a', 'other'));
    expect(await session.approve()).toBe(false);
    expect(browser.server.puts).toEqual([]);
    expect(browser.toasts).toHaveLength(1);
  });

  it('gives an id to a new turn and keeps it', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change((item) => ({ ...item, history: [...(item.history ?? []), { role: 'user', msg: 'x', tags: [] }] }));
    await session.save();
    expect(browser.server.item.history?.at(-1)).toEqual({ id: 'new1', role: 'user', msg: 'x', tags: [] });
  });

  it('does not save an approved item automatically, and a save turns it into a draft', async () => {
    const browser = new EditingBrowser({ ...talk, status: 'approved' });
    const session = await browser.open();
    session.change(type('a', 'other'));
    await browser.clock.advance(60_000);
    expect(session.view().saving.kind).toBe('held');
    expect(browser.server.puts).toEqual([]);
    expect(await session.save()).toBe(true);
    expect(session.view()).toMatchObject({ saving: { kind: 'saved' }, stored: { status: 'draft' } });
  });

  it('waits again after a failed save of an approved item', async () => {
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

  it('reports a refusal, keeps the text, and retries after the next change', async () => {
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

describe('an unreachable server', () => {
  it('is retried with a back-off, and gets everything when it is back', async () => {
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

  it('does not make an edit conflict with itself if only the answer was lost', async () => {
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

  it('gets an undo after a lost answer', async () => {
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

  it('keeps the text of a person who is signed out', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.connection = 'signed-out';
    session.change(type('a', 'typed'));
    await browser.clock.advance(pause);
    expect(session.view().saving).toEqual({ kind: 'offline', isSignedOut: true });
    expect(await browser.drafts.list()).toHaveLength(1);
  });
});

describe('a closed page', () => {
  it('leaves a draft that the next page restores and sends', async () => {
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

  it('does not conflict with its own request whose answer it never got', async () => {
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

  it('leaves a draft that can be edited without a server', async () => {
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

  it('leaves a draft for each of two tabs', async () => {
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

  it('leaves the draft of an open tab to that tab', async () => {
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

  it('is reported as a risk if the browser cannot keep drafts', async () => {
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

describe('another person', () => {
  const edit = (item: Item, id: string, msg: string) => ({ history: withTurn(item, id, { msg }) });

  it('edits other fields: both edits are merged, and a toast names the person', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.changeAs('ben', edit(browser.server.item, 'b', 'ben'));
    session.change(type('a', 'mine'));
    await browser.clock.advance(pause);
    expect(toTexts(browser.server.item)).toBe('mine | ben | three');
    expect(toTexts(session.view().item)).toBe('mine | ben | three');
    expect(browser.toasts).toEqual(['Merged with changes by ben.']);
  });

  it('edits the same field: there is a conflict until it is resolved', async () => {
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

  it('changes the item again, and the tab closes: choices made for a conflict are kept', async () => {
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

  it('is the assignee: a change needs one confirmation, and unsaved text stays here until then', async () => {
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

  it('is the assignee: a change is sent after permission', async () => {
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

  it('is no longer in conflict once both edits are equal', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.changeAs('ben', edit(browser.server.item, 'a', 'bens'));
    session.change(type('a', 'mine'));
    await browser.clock.advance(pause);
    session.change(type('a', 'bens'));
    await browser.clock.advance(pause);
    expect(session.view()).toMatchObject({ merge: undefined, saving: { kind: 'saved' } });
  });

  it('is noticed when the person comes back, with or without unsaved text', async () => {
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

  it('approves the item: it stays approved until the next save', async () => {
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

  it('keeps their changes through an undo', async () => {
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
  it('sends the text and the status in one request', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('c', 'better'));
    expect(await session.approve()).toBe(true);
    expect(browser.server.puts).toHaveLength(1);
    expect(browser.server.puts[0]).toMatchObject({ status: 'approved' });
    expect(session.view()).toMatchObject({ stored: { status: 'approved' }, saving: { kind: 'saved' } });
  });

  it('approves the text of that moment, not what is typed later', async () => {
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

  it('approves an approved item again with new text', async () => {
    const browser = new EditingBrowser({ ...talk, status: 'approved' });
    const session = await browser.open();
    session.change(type('c', 'better'));
    expect(await session.approve()).toBe(true);
    expect(browser.server.item).toMatchObject({ status: 'approved', history: [{}, {}, { msg: 'better' }] });
  });

  it('does not approve a blocked item, and says what blocks it', async () => {
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

  it('saves the text even if the server refuses to approve it', async () => {
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

  it('requested twice runs once', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    expect(await Promise.all([session.skip(), session.skip(), session.reopen()])).toEqual([true, true, true]);
    expect(browser.server.puts.map(({ status }) => status)).toEqual(['skipped', 'draft']);
  });

  it('that failed can be repeated, and succeeds if the first request had arrived', async () => {
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

  it('deletes and restores an item with its unsaved text', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('a', 'typed'));
    expect(await session.remove()).toBe(true);
    expect(session.view().stored.status).toBe('deleted');
    expect(await session.restore()).toBe(true);
    expect(browser.server.item).toMatchObject({ status: 'draft', history: [{ msg: 'typed' }, {}, {}] });
  });

  it('deletes an approved item without sending held text', async () => {
    const browser = new EditingBrowser({ ...talk, status: 'approved' });
    const session = await browser.open();
    session.change(type('a', 'held'));
    expect(await session.remove()).toBe(true);
    expect(toTexts(browser.server.item)).toBe('one | two | three');
    expect(session.view().saving.kind).toBe('held');
    expect(toTexts(session.view().item)).toBe('held | two | three');
  });

  it('copies an item once, even if the first answer was lost', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.connection = 'loses-answers';
    expect(await session.duplicate()).toBeUndefined();
    browser.server.connection = 'up';
    expect(await session.duplicate()).toEqual({ ...itemKey, id: 'copy-0' });
    expect(await session.duplicate()).toEqual({ ...itemKey, id: 'copy-1' });
  });

  it('discards unsaved text, and restores it with an undo', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    session.change(type('a', 'typed'));
    session.discard();
    expect(session.view()).toMatchObject({ saving: { kind: 'saved' }, canUndo: true });
    session.undo();
    expect(toTexts(session.view().item)).toBe('typed | two | three');
  });
});
