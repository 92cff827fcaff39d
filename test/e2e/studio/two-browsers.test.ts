import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createHeldItem, getItem, type Key } from '../../support/api-client-items.ts';
import { findBrowser, openBrowser } from '../../support/browser.ts';
import { type Studio, startStudio } from '../../support/studio.ts';
import { Desk, eventually } from '../../support/studio-desk.ts';
import { openStudio } from '../../support/studio-page.ts';

const executablePath = findBrowser();

/** The second save gets a conflict status, which the browser reports. */
const isExpected = (complaint: string) => complaint.includes('412');

describe.skipIf(executablePath === undefined)('one item in two browsers', () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await startStudio({ fill: async () => {} });
  }, 120_000);
  afterAll(async () => studio.remove());

  /** A browser with this many tabs, each with the item open. */
  async function openDesks(key: Key, tabs = 1): Promise<readonly Desk[]> {
    const browser = await openBrowser(executablePath ?? '');
    const opened: (() => void)[] = [];
    onTestFinished(async () => {
      for (const check of opened) check();
      await browser.close();
    });
    const desks: Desk[] = [];
    for (let tab = 0; tab < tabs; tab++) {
      const { page, complaints } = await openStudio(browser.context, studio, { isExpected });
      opened.push(() => expect(complaints).toEqual([]));
      const desk = new Desk(page);
      await desk.open(studio, key);
      desks.push(desk);
    }
    return desks;
  }

  const texts = (key: Key) =>
    eventually(async () => (await getItem(studio.api, key)).item.history?.map(({ msg }) => msg));

  it('puts edits of different turns together without a question, and shows both to both', async () => {
    const key = { dataset: 'two', id: 'different-turns' };
    await createHeldItem(studio.api, key);
    const [[one], [other]] = await Promise.all([openDesks(key), openDesks(key)]);
    if (one === undefined || other === undefined) throw new Error('No desk.');
    await one.write(1);
    await one.type(' Asked here.');
    await other.write(2);
    await other.type(' Answered there.');
    await texts(key).toEqual(['Where is my parcel? Asked here.', 'On its way. Answered there.']);
    // Coming back from the other window shows what happened since.
    for (const desk of [one, other]) {
      await desk.page.evaluate("dispatchEvent(new Event('focus'))");
      await desk.press('Escape');
      await desk.turn(1).getByText('Where is my parcel? Asked here.').waitFor();
      await desk.turn(2).getByText('On its way. Answered there.').waitFor();
      await desk.seesState('Saved');
    }
    await texts(key).toEqual(['Where is my parcel? Asked here.', 'On its way. Answered there.']);
  }, 90_000);

  it.each([
    ['m', 'Where is my parcel? Typed second.'],
    ['t', 'Where is my parcel? Typed first.'],
  ])(
    'shows both edits of one turn next to the earlier text, and takes the one that is chosen with %s',
    async (choice, kept) => {
      const key = { dataset: 'two', id: `same-turn-${choice}` };
      await createHeldItem(studio.api, key);
      const [[one], [other]] = await Promise.all([openDesks(key), openDesks(key)]);
      if (one === undefined || other === undefined) throw new Error('No desk.');
      await one.write(1);
      await other.write(1);
      await one.type(' Typed first.');
      await texts(key).toEqual(['Where is my parcel? Typed first.', 'On its way.']);
      await other.type(' Typed second.');
      await other.seesState('Edit conflict');
      const ask = other.notes().getByText("Resolve the conflict when you're ready");
      await ask.waitFor();
      await other.button('Resolve').click();
      await ask.waitFor({ state: 'detached' });
      const view = other.page.getByRole('dialog');
      await view.getByText('Before').waitFor();
      const sides = view.getByRole('group', { name: /Turn 1/ });
      expect(await sides.getByText('Where is my parcel?', { exact: true }).count()).toBeGreaterThan(0);
      await sides.locator('label', { hasText: 'Mine' }).getByText('Typed second.').waitFor();
      await sides.locator('label', { hasText: 'Theirs: ada' }).getByText('Typed first.').waitFor();
      expect(await view.getByRole('button', { name: 'Finish merge' }).isDisabled()).toBe(true);
      await other.press(choice);
      await view.getByText('1 of 1 decided').waitFor();
      await other.press('Control+Enter');
      await view.waitFor({ state: 'detached' });
      await texts(key).toEqual([kept, 'On its way.']);
      await other.seesState('Saved');
      await one.page.evaluate("dispatchEvent(new Event('focus'))");
      await one.press('Escape');
      await one.turn(1).getByText(kept).waitFor();
    },
    90_000,
  );

  it('lets a merge be written by hand', async () => {
    const key = { dataset: 'two', id: 'by-hand' };
    await createHeldItem(studio.api, key);
    const [desk] = await openDesks(key);
    if (desk === undefined) throw new Error('No desk.');
    await desk.write(2);
    const { item, etag } = await getItem(studio.api, key);
    const history = item.history?.map((turn, index) => (index === 1 ? { ...turn, msg: 'It arrived.' } : turn));
    await studio.api.put(`/v1/ground-truths/two/by-hand`, { history }, etag);
    await desk.type(' Patience.');
    await desk.seesState('Edit conflict');
    await desk.button('Resolve').click();
    await desk.page.getByRole('dialog').waitFor();
    await desk.press('e');
    await desk.field('Final text').fill('It arrived. Patience.');
    await desk.press('Control+Enter');
    await texts(key).toEqual(['Where is my parcel?', 'It arrived. Patience.']);
  }, 90_000);

  it('keeps what two tabs of one browser type, and tells each of the other', async () => {
    const key = { dataset: 'two', id: 'tabs' };
    await createHeldItem(studio.api, key);
    const [early, late] = await openDesks(key, 2);
    if (early === undefined || late === undefined) throw new Error('No desk.');
    await early.page.bringToFront();
    await early.write(1);
    await early.type(' From the early tab.');
    await texts(key).toEqual(['Where is my parcel? From the early tab.', 'On its way.']);
    // The late tab hears of it by itself.
    await late.turn(1).getByText('From the early tab.').waitFor();
    await late.page.bringToFront();
    await late.write(2);
    await late.type(' From the late tab.');
    await texts(key).toEqual(['Where is my parcel? From the early tab.', 'On its way. From the late tab.']);
    await early.turn(2).getByText('From the late tab.').waitFor();
    await late.seesState('Saved');
    await late.button('Saved').click();
    await late.page.getByText('Also open in another tab').waitFor();
  }, 90_000);
});
