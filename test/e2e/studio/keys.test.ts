import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActionSpec, actionTable } from '../../../web/src/app/keys/action-table.ts';
import { createHeldItem, getItem, type Key, listRevisions } from '../../support/api-client-items.ts';
import { findBrowser, type OpenBrowser, openBrowser } from '../../support/browser.ts';
import { type Studio, startStudio } from '../../support/studio.ts';
import { Desk, eventually } from '../../support/studio-desk.ts';
import { openStudio } from '../../support/studio-page.ts';

const executablePath = findBrowser();
const dataset = 'keys';
const actions: readonly ActionSpec[] = Object.values(actionTable);
/** Every key of the table that stands alone and is a sign: what somebody types in a sentence. */
const signs = [
  ...new Set(
    actions.flatMap(({ keys }) => keys.flatMap((key) => key.split(' ')).map((key) => key.replace(/^Shift\+/, ''))),
  ),
].filter((key) => [...key].length === 1);
const sentence = signs.flatMap((sign) => [sign, sign.toUpperCase()]).join('');

describe.skipIf(executablePath === undefined)('the keys of the Studio', () => {
  let studio: Studio;
  let browser: OpenBrowser;
  let desk: Desk;
  let complaints: readonly string[];
  beforeAll(async () => {
    studio = await startStudio({ fill: async () => {} });
    browser = await openBrowser(executablePath ?? '');
    const opened = await openStudio(browser.context, studio);
    desk = new Desk(opened.page);
    complaints = opened.complaints;
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.remove();
  });

  async function openItem(id: string): Promise<Key> {
    const key = { dataset, id };
    await createHeldItem(studio.api, key);
    await desk.open(studio, key);
    return key;
  }

  const focus = () => desk.page.evaluate<string>('document.activeElement?.localName ?? "nothing"');

  it.each([
    ['the text of a turn', ['j', 'e'], 'article textarea'],
    ['the answer key', ['j', 'y'], 'article textarea, article input'],
    ['the search of the conversation', ['/'], '[aria-label="Find in this conversation"]'],
    ['the comment', ['c'], '[data-panel="comment"] textarea'],
    ['the search of documents', ['f'], '[data-panel="refs"] input'],
    ['the palette', ['Control+k'], '[role="combobox"]'],
  ])('do nothing but write in %s', async (name, keys, selector) => {
    const key = await openItem(`typing ${name}`);
    await desk.press(...keys);
    await desk.page.locator(`${selector}`).first().waitFor();
    await eventually(focus).toMatch(/^(?:textarea|input)$/);
    const before = { url: new URL(desk.page.url()).pathname, turns: await desk.turns().count() };
    const read = () => desk.page.evaluate<string>('document.activeElement.value');
    const old = await read();
    await desk.type(sentence);
    expect(await read()).toBe(old + sentence);
    expect({ url: new URL(desk.page.url()).pathname, turns: await desk.turns().count() }).toEqual(before);
    await desk.press('Escape');
    await desk.press('Control+s');
    expect((await getItem(studio.api, key)).item.status).toBe('draft');
    await desk.seesState('Saved');
  });

  it('lists with ? what the table says, for the page one is on', async () => {
    await openItem('help');
    await desk.goToTurn(1);
    await desk.press('?');
    const dialog = desk.page.getByRole('dialog', { name: 'Keys' });
    await dialog.waitFor();
    const labels = actions
      .filter(({ scope }) => scope === 'everywhere' || scope === 'review')
      .map(({ label }) => label);
    const shown = await dialog.innerText();
    // The ten steps of a scale may stand on one line.
    expect(labels.filter((label) => !label.startsWith('Score:') && !shown.includes(label))).toEqual([]);
    await desk.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await eventually(focus).not.toBe('body');
  });

  it('lead to every page', async () => {
    const places = { h: '/', r: '/review', e: '/items', d: '/datasets', i: '/import', t: '/tags', s: '/snapshots' };
    for (const [key, path] of Object.entries(places)) {
      await desk.press('g', key);
      await eventually(async () => new URL(desk.page.url()).pathname).toMatch(new RegExp(`^${path}(?:/|$)`));
    }
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
