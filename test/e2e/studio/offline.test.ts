import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBody } from '../../support/api-client.ts';
import { getItem, type Key, listRevisions } from '../../support/api-client-items.ts';
import { findBrowser, type OpenBrowser } from '../../support/browser.ts';
import type { Studio } from '../../support/studio.ts';
import { Desk, eventually } from '../../support/studio-desk.ts';
import { openStudio } from '../../support/studio-page.ts';
import { TypingDesk } from '../../support/studio-typing-desk.ts';

const executablePath = findBrowser();

/** The browser complains that the network is down. */
const isExpected = (complaint: string) => complaint.includes('ERR_INTERNET_DISCONNECTED');

describe.skipIf(executablePath === undefined)('a browser without a network', () => {
  let typing: TypingDesk;
  let studio: Studio;
  let browser: OpenBrowser;
  beforeAll(async () => {
    typing = await TypingDesk.start(executablePath ?? '', isExpected);
    ({ studio, browser } = typing);
  }, 120_000);
  afterAll(async () => typing?.end());

  /** Without a network, and without a chance to send it. */
  async function typeAndClose(key: Key) {
    const { desk } = await typing.openItem(key);
    await browser.context.setOffline(true);
    await desk.write(2);
    await desk.type(' Tomorrow, by noon.');
    await desk.seesState('Offline');
    await desk.page.close({ runBeforeUnload: false });
    await browser.context.setOffline(false);
  }

  const texts = (key: Key) => eventually(() => typing.readTexts(key));

  it('says so, keeps what is typed, and sends it when the network is back', async () => {
    const key = { dataset: 'offline', id: 'typed' };
    const { desk, complaints } = await typing.openItem(key);
    await browser.context.setOffline(true);
    await desk.write(1);
    await desk.type(' It is urgent.');
    await desk.seesState('Offline');
    await desk.page.getByText('Offline. Your changes are kept on this computer.').waitFor();
    await desk.type(' Very.');
    expect(await listRevisions(studio.api, key)).toHaveLength(1);
    await browser.context.setOffline(false);
    await texts(key).toEqual(['Where is my parcel? It is urgent. Very.', 'On its way.']);
    await desk.seesState('Saved');
    await desk.page.getByText('Offline. Your changes').waitFor({ state: 'detached' });
    expect(await desk.field('Text of turn 1').inputValue()).toBe('Where is my parcel? It is urgent. Very.');
    expect(complaints).toEqual([]);
    await desk.page.close();
  }, 90_000);

  it('has what was typed when the page was closed without a network, and sends it when the Studio is opened', async () => {
    const key = { dataset: 'offline', id: 'closed' };
    await typeAndClose(key);
    const { page, complaints } = await typing.openHome();
    await new Desk(page).seesNote('Your unsaved changes from earlier are now saved.');
    await texts(key).toEqual(['Where is my parcel?', 'On its way. Tomorrow, by noon.']);
    expect(await listRevisions(studio.api, key)).toHaveLength(2);
    await page.reload();
    await page.locator('main').getByRole('heading', { name: 'to review' }).waitFor();
    expect(await page.getByText('unsaved changes on this computer').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  }, 90_000);

  it('lists what was typed on something that was approved since, until the person saves it', async () => {
    const key = { dataset: 'offline', id: 'approved-since' };
    await typeAndClose(key);
    const { etag } = await getItem(studio.api, key);
    await studio.api.put(`/v1/ground-truths/${key.dataset}/${key.id}`, { status: 'approved' }, etag);

    const { page, complaints } = await typing.openHome();
    await page.getByText('1 conversation has unsaved changes on this computer').waitFor();
    await page
      .getByRole('link', { name: /Where is my parcel/ })
      .first()
      .click();
    const again = new Desk(page);
    await again.turn(2).getByText('On its way. Tomorrow, by noon.').waitFor();
    await again.seesState('Unsaved');
    await texts(key).toEqual(['Where is my parcel?', 'On its way.']);
    await again.press('Control+s');
    await again.seesState('Saved');
    await texts(key).toEqual(['Where is my parcel?', 'On its way. Tomorrow, by noon.']);
    await page.goto(`${studio.url}/`);
    await page.locator('main').getByRole('heading', { name: 'to review' }).waitFor();
    expect(await page.getByText('unsaved changes on this computer').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  }, 90_000);

  it('shows a page that was never opened before when the network is back, and not a broken one', async () => {
    const { page, complaints } = await typing.openHome();
    const desk = new Desk(page);
    await desk.seesHeading('conversations to review');
    await browser.context.setOffline(true);
    await desk.press('g', 't');
    await page.getByText('Offline. Your changes are kept on this computer.').waitFor();
    expect(await page.getByText("This page couldn't load").count()).toBe(0);
    await browser.context.setOffline(false);
    await desk.seesPage('Tags');
    expect(complaints).toEqual([]);
    await page.close();
  }, 90_000);

  it('sends each score that was given offline once', async () => {
    const key = { dataset: 'offline', id: 'scored' };
    const { desk, complaints } = await typing.openItem(key);
    const labels = () =>
      eventually(async () =>
        toBody<{ labels: readonly { score: number; subject: { turnIndex: number | null } }[] }>(
          await studio.api.get('/v1/labels?dataset=offline&item=scored'),
        ).labels.map(({ score, subject }) => `${subject.turnIndex}: ${score}`),
      );
    await desk.press('l');
    await desk.page.getByRole('region', { name: 'Score' }).getByText('Passing score:').waitFor();
    await browser.context.setOffline(true);
    await desk.goToTurn(2);
    await desk.press('3');
    await desk.page.getByText("is kept on this computer. It's saved when the server is back").waitFor();
    await desk.goToTurn(1);
    await desk.press('-', '3');
    await desk.page.getByText("is kept on this computer. It's saved when the server is back").waitFor();
    await browser.context.setOffline(false);
    await labels().toEqual(['1: 3', '0: -3']);
    await desk.turn(1).getByText('-3').or(desk.turn(1).getByText('−3')).first().waitFor();
    await desk.page.reload();
    await desk.turn(1).waitFor();
    await labels().toEqual(['1: 3', '0: -3']);
    expect(complaints).toEqual([]);
    await desk.page.close();
  }, 90_000);

  it('gives a score that was given before the page was closed when the Studio is opened, at whatever page', async () => {
    const key = { dataset: 'offline', id: 'scored-and-closed' };
    const { desk } = await typing.openItem(key);
    await desk.press('l');
    await desk.page.getByRole('region', { name: 'Score' }).getByText('Passing score:').waitFor();
    await browser.context.setOffline(true);
    await desk.goToTurn(2);
    await desk.press('3');
    await desk.page.getByText("is kept on this computer. It's saved when the server is back").waitFor();
    await desk.page.close({ runBeforeUnload: false });
    await browser.context.setOffline(false);
    const { page, complaints } = await openStudio(browser.context, studio, { path: '/tags', isExpected });
    await eventually(async () =>
      toBody<{ labels: readonly { score: number }[] }>(
        await studio.api.get(`/v1/labels?dataset=${key.dataset}&item=${key.id}`),
      ).labels.map(({ score }) => score),
    ).toEqual([3]);
    expect(complaints).toEqual([]);
    await page.close();
  }, 90_000);
});
