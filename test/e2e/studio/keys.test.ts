import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActionSpec, actionRows } from '../../../web/src/app/keys/action-spec.ts';
import { actionTable } from '../../../web/src/app/keys/action-table.ts';
import { createHeldItem, getItem, type Key, listRevisions } from '../../support/api-client-items.ts';
import { findBrowser } from '../../support/browser.ts';
import type { Studio } from '../../support/studio.ts';
import { beginDay, type Day } from '../../support/studio-day.ts';
import { type Desk, eventually } from '../../support/studio-desk.ts';
import { Walk } from '../../support/studio-walk.ts';

const executablePath = findBrowser();
const dataset = 'keys';
const actions: readonly ActionSpec[] = Object.values(actionTable);
describe.skipIf(executablePath === undefined)('the keys of the Studio', () => {
  let day: Day;
  let studio: Studio;
  let desk: Desk;
  let complaints: readonly string[];
  beforeAll(async () => {
    day = await beginDay(executablePath ?? '', { fill: async () => {} });
    ({ studio, desk, complaints } = day);
  }, 120_000);
  afterAll(async () => day?.end());

  async function openItem(id: string): Promise<Key> {
    const key = { dataset, id };
    await createHeldItem(studio.api, key);
    await desk.open(studio, key);
    return key;
  }

  const focus = () => desk.page.evaluate<string>('document.activeElement?.localName ?? "nothing"');

  it('lists with ? what the table says, for the page one is on', async () => {
    await openItem('help');
    await desk.goToTurn(1);
    await desk.press('?');
    const dialog = desk.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    const labels = actions
      .filter(({ scope, row }) => row === undefined && (scope === 'everywhere' || scope === 'review'))
      .map(({ label }) => label);
    const shown = await dialog.innerText();
    expect([...labels, actionRows.score.label].filter((label) => !shown.includes(label))).toEqual([]);
    await desk.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await eventually(focus).not.toBe('body');
  });

  it('lead back to where one was when what they opened is closed', async () => {
    await openItem('back');
    await desk.goToTurn(2);
    const places = [desk.turn(2), desk.button('More actions for turn 2'), desk.button(/^More actions$/)];
    for (const place of places) {
      await place.focus();
      for (const key of ['?', 'Control+k']) {
        await desk.press(key);
        const dialog = desk.page.locator('[role="dialog"]:not([data-type])');
        await dialog.waitFor();
        await dialog.locator('input:focus').waitFor();
        await desk.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        await eventually(() => place.and(desk.page.locator(':focus')).count()).toBe(1);
      }
    }
  });

  it('leave the theme to the system until one is chosen, and an open page follows it', async () => {
    const { page } = desk;
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await openItem('theme');
    const ground = () => eventually(() => page.evaluate<string>('getComputedStyle(document.body).backgroundColor'));
    const light = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await page.emulateMedia({ colorScheme: 'dark' });
    await ground().not.toBe(light);
    const dark = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await page.emulateMedia({ colorScheme: 'light' });
    await ground().toBe(light);
    // Chosen: light, then dark, then again as the system.
    await desk.press('Shift+T');
    await page.emulateMedia({ colorScheme: 'dark' });
    await ground().toBe(light);
    await desk.press('Shift+T');
    await page.emulateMedia({ colorScheme: 'light' });
    await ground().toBe(dark);
    await desk.press('Shift+T');
    await ground().toBe(light);
  });

  it('lead to every page', async () => {
    const places = { h: '/', r: '/review', b: '/items', d: '/datasets', i: '/import', t: '/tags', s: '/snapshots' };
    const walk = new Walk(desk.page, studio);
    for (const [key, path] of Object.entries(places)) {
      await desk.press('g', key);
      await eventually(async () => new URL(desk.page.url()).pathname).toMatch(new RegExp(`^${path}(?:/|$)`));
      // A key that is pressed while the page still loads is not for the page.
      await walk.settles();
    }
  });

  it('are for the page also while a note has the focus', async () => {
    await openItem('note');
    await desk.goToTurn(1);
    await desk.press('x');
    await desk.seesNote('Deleted turn 1');
    await desk.notes().getByRole('button', { name: 'Undo' }).focus();
    await desk.press('g', 's');
    await desk.seesPage('Snapshots');
  });

  it('never lose the focus: a turn deleted, a dialog closed, a panel shown, an item approved', async () => {
    await openItem('after');
    const key = await openItem('focus');
    await desk.goToTurn(1);
    await desk.press('o');
    await desk.page.locator('article textarea').waitFor();
    await desk.type('A turn that goes again');
    await desk.press('Escape');
    await eventually(focus).not.toBe('body');
    await desk.press('x');
    await eventually(() => desk.turns().count()).toBe(2);
    await eventually(focus).not.toBe('body');
    for (const open of ['?', 'Control+k']) {
      await desk.press(open);
      // Notes are dialogs too, for those who listen.
      const dialog = desk.page.locator('[role="dialog"]:not([data-type])');
      await dialog.waitFor();
      await desk.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await eventually(focus).not.toBe('body');
    }
    await desk.seesState('Saved');
    await desk.press('a');
    await eventually(async () => (await getItem(studio.api, key)).item.status).toBe('approved');
    await eventually(focus).not.toBe('body');
  });

  it('act once, however long they are held down', async () => {
    const key = await openItem('held');
    const before = (await listRevisions(studio.api, key)).length;
    await desk.page.keyboard.down('Shift');
    for (let time = 0; time < 5; time += 1) await desk.page.keyboard.down('D');
    await desk.page.keyboard.up('D');
    await desk.page.keyboard.up('Shift');
    await desk.seesNote(/This is the copy/);
    expect((await listRevisions(studio.api, key)).length).toBe(before);
  });

  it('go through the page by Tab, in its order, and show where one is', async () => {
    // What fades in is not seen at once.
    await desk.page.emulateMedia({ reducedMotion: 'reduce' });
    await openItem('tab');
    const ahead = `[...document.querySelectorAll('[tabindex]')].filter(({ tabIndex }) => tabIndex > 0).length`;
    expect(await desk.page.evaluate(ahead)).toBe(0);
    const seen = new Set<string>();
    for (let stop = 0; stop < 40; stop += 1) {
      await desk.press('Tab');
      const place = await desk.page.evaluate<string>(`(async () => {
        const { localName, textContent, ariaLabel } = document.activeElement;
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement);
        const isSeen = outlineStyle === 'solid' || / 0px 0px 0px [1-9]/.test(boxShadow);
        return localName + ' ' + (ariaLabel ?? textContent.slice(0, 40)) + (isSeen ? ' seen' : ' unseen');
      })()`);
      if (place.startsWith('body')) break;
      seen.add(place);
    }
    expect([...seen].filter((place) => !place.endsWith(' seen'))).toEqual([]);
    expect(seen.size).toBeGreaterThan(20);
  });

  it('did all that without a complaint', () => {
    expect(complaints).toEqual([]);
  });
});
