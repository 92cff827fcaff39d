import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHeldItem, getItem } from '../../support/api-client-items.ts';
import { findBrowser } from '../../support/browser.ts';
import { beginDay, type Day } from '../../support/studio-day.ts';
import { eventually } from '../../support/studio-desk.ts';

const executablePath = findBrowser();
const dataset = 'late';

function toTalk(id: string) {
  const history = [
    { role: 'user', msg: `Where is parcel ${id}?` },
    { role: 'assistant', msg: 'On its way.', refs: [{ url: 'https://example.com/a' }] },
  ];
  return { history };
}

/** Delays the answers of the address until they are released. `isMet`: a request was sent. */
async function hold(page: Page, address: string | RegExp, method = 'GET') {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: isMet, resolve: meet } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.continue();
    meet();
    await gate;
    return route.continue();
  });
  return { letGo, isMet };
}

describe.skipIf(executablePath === undefined)('an answer that comes late', () => {
  let day: Day;
  beforeAll(async () => {
    day = await beginDay(executablePath ?? '', {
      fill: async (api) => {
        for (const id of ['one', 'two', 'three', 'menu']) await createHeldItem(api, { dataset, id }, toTalk(id));
      },
    });
  }, 120_000);
  afterAll(async () => day.end());

  const status = (id: string) => eventually(async () => (await getItem(day.api, { dataset, id })).item.status);

  it('to an approval does not leave the page while you write', async () => {
    const { desk, studio, api } = day;
    await desk.open(studio, { dataset, id: 'one' });
    const { letGo, isMet } = await hold(desk.page, '**/v1/ground-truths/late/one', 'PUT');
    await desk.press('a');
    await isMet;
    await desk.page
      .getByRole('link', { name: /parcel three/ })
      .first()
      .click();
    await desk.page.waitForURL(/late\/three/);
    const field = await desk.write(2);
    await desk.type(' half');
    letGo();
    await desk.seesNote(/^Approved /);
    await desk.type(' aaa whole');
    expect(desk.page.url()).toContain('/late/three');
    expect(await field.inputValue()).toBe('On its way. half aaa whole');
    await desk.press('Escape');
    await eventually(async () => (await getItem(api, { dataset, id: 'three' })).item.history?.[1]?.msg).toBe(
      'On its way. half aaa whole',
    );
    await status('one').toBe('approved');
    for (const id of ['two', 'three']) await status(id).toBe('draft');
  }, 90_000);

  it('with the code of a menu leaves the letters that are typed for it alone', async () => {
    const { desk, studio } = day;
    const { letGo, isMet } = await hold(desk.page, /\/assets\/MenuFrame/);
    await desk.open(studio, { dataset, id: 'menu' });
    const more = desk.button(/^More actions/);
    await more.click();
    await isMet;
    await desk.press('a');
    expect(await desk.page.locator(':focus').getAttribute('aria-label')).toMatch(/^More actions/);
    letGo();
    await desk.page.getByRole('menuitem').first().waitFor();
    await desk.press('Escape');
    await status('menu').toBe('draft');
    expect(day.complaints).toEqual([]);
  }, 90_000);
});
