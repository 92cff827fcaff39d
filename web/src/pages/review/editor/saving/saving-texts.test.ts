import { describe, expect, it } from 'vitest';
import { EditingBrowser, type } from '../../../../../../test/support/web/editing-browser.ts';
import { listWaiting } from '../use-waiting-drafts.ts';
import { toSavingText } from './saving-texts.ts';

describe('toSavingText', () => {
  it('tells an approved item from a deleted one, and what to do', async () => {
    const session = await new EditingBrowser().open();
    const { stored } = session.view();
    const held = { saving: { kind: 'held' }, isKept: true, merge: undefined, otherAssignee: undefined } as const;
    const toLong = (status: 'approved' | 'deleted') => toSavingText({ ...held, stored: { ...stored, status } }).long;
    expect(toLong('approved')).toContain('Saving them turns it back into a draft.');
    expect(toLong('deleted')).toContain('Restore it to save them.');
    expect(toSavingText({ ...held, stored, otherAssignee: 'ben' }).long).toContain('ben is reviewing this.');
  });

  it('says where unsent text is kept', async () => {
    const { stored } = (await new EditingBrowser().open()).view();
    const offline = {
      saving: { kind: 'offline', isSignedOut: false },
      stored,
      merge: undefined,
      otherAssignee: undefined,
    } as const;
    expect(toSavingText({ ...offline, isKept: true }).long).toContain('kept on this computer');
    expect(toSavingText({ ...offline, isKept: false }).long).toContain('only in this tab');
    const why = 'The database file was removed, moved or replaced while the database was in use.';
    const broken = { ...offline, saving: { ...offline.saving, why } };
    expect(toSavingText({ ...broken, isKept: true }).long).toMatch(
      /^The database file was removed.*kept on this computer/,
    );
  });
});

describe('listWaiting', () => {
  it('lists drafts older than an autosave, by their first words', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.connection = 'down';
    session.change(type('a', 'typed'));
    await session.flush();
    const drafts = await browser.drafts.list();
    const listAt = (now: number, isLeft = false) => listWaiting(drafts, { now, isLeft: () => isLeft });
    expect(listAt(5_000)).toEqual([]);
    expect(listAt(20_000)).toMatchObject([{ place: { dataset: 'd', id: 'i' }, since: 0, text: 'typed' }]);
    expect(listAt(0, true)).toHaveLength(1);
  });
});
