import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { findBrowser, openBrowser } from '../../support/browser.ts';
import { startServer } from '../../support/local-server.ts';
import { eventually } from '../../support/studio-desk.ts';
import { TypingDesk } from '../../support/studio-typing-desk.ts';

const executablePath = findBrowser();
const forgetSession = 'localStorage.clear()';
const keptSecrets = 'JSON.stringify(Object.values(localStorage))';

describe.skipIf(executablePath === undefined)('signing in to the Studio', () => {
  let typing: TypingDesk;
  beforeAll(async () => {
    typing = await TypingDesk.start(executablePath ?? '', (complaint) => complaint.includes('401'));
  }, 120_000);
  afterAll(async () => typing?.end());

  it('takes one browser for each link, and shows the next how to get one', async () => {
    const { studio } = typing;
    const link = await studio.linkTo('/datasets');
    for (const [text, url] of [
      ['Datasets', `${studio.url}/datasets`],
      ['This link no longer works', link],
    ] as const) {
      const { context, close } = await openBrowser(executablePath ?? '');
      onTestFinished(close);
      const page = await context.newPage();
      await page.goto(link);
      await page.getByText(text).first().waitFor();
      expect(page.url()).toBe(url);
    }
  }, 90_000);

  it('lasts in another tab, after a reload, and when the used link is opened again', async () => {
    const { studio, browser } = typing;
    const link = await studio.linkTo('/datasets');
    const first = await browser.context.newPage();
    await first.goto(link);
    // A reload while the code is exchanged would lose the answer.
    await first.locator('nav').first().waitFor();
    await first.reload();
    const second = await browser.context.newPage();
    for (const url of [`${studio.url}/tags`, link]) {
      await second.goto(url);
      await second.locator('nav').first().waitFor();
      await second.waitForLoadState('networkidle');
      expect(await second.getByText("You're signed out").count()).toBe(0);
    }
    expect(second.url()).toBe(`${studio.url}/datasets`);
    await first.close();
    await second.close();
  }, 90_000);

  it('gives another port of this machine nothing that it could use', async () => {
    const { studio, browser } = typing;
    const page = await browser.context.newPage();
    await page.goto(await studio.linkTo());
    await page.locator('nav').first().waitFor();
    const other = await startServer((response) => response.setHeader('content-type', 'text/html').end('<p>hello</p>'));
    await page.goto(other.url);
    const cookie = other.received[0]?.headers.cookie ?? '';
    // That it gets the cookie is how browsers are; the rest of the session stays with its origin.
    expect(cookie).toContain('turnwise_session_');
    expect(await page.evaluate(keptSecrets)).toBe('[]');
    const thief = new ApiClient(studio.url, { cookie, origin: studio.url, 'sec-fetch-site': 'same-origin' });
    for (const path of ['/v1/me', '/v1/ground-truths', '/v1/export']) expect((await thief.get(path)).status).toBe(401);
    expect((await thief.post('/v1/datasets', { name: 'stolen' })).status).toBe(401);
    await page.close();
  }, 90_000);

  it('again keeps what was typed when the session was lost in the middle of it', async () => {
    const { studio, browser } = typing;
    const key = { dataset: 'sign-in', id: 'typed' };
    const { desk, complaints } = await typing.openItem(key);
    await desk.write(1);
    await desk.page.evaluate(forgetSession);
    await desk.type(' It is urgent.');
    await desk.seesState('Signed out');
    await desk.press('Escape');
    await desk.page.getByRole('alertdialog').getByText('Your changes are kept on this computer').waitFor();
    const other = await browser.context.newPage();
    await other.goto(await studio.linkTo());
    await other.locator('nav').first().waitFor();
    // The other page asks again by itself.
    await desk.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await eventually(() => typing.readTexts(key)).toEqual(['Where is my parcel? It is urgent.', 'On its way.']);
    expect(complaints).toEqual([]);
    await other.close();
    await desk.page.close();
  }, 90_000);
});
