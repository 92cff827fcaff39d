import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, toBody } from '../../support/api-client.ts';
import { findBrowser, type OpenBrowser, openBrowser } from '../../support/browser.ts';
import { type Studio, startStudio } from '../../support/studio.ts';
import { Desk, eventually } from '../../support/studio-desk.ts';
import { openStudio } from '../../support/studio-page.ts';

const executablePath = findBrowser();

/** The server refuses, or is away, where a test means it to. */
const isExpected = (complaint: string) => complaint.includes('Failed to load resource');

const names = ['in-flight', 'cut-short', 'two-tabs', 'refetch', 'first', 'second', 'described', 'away'] as const;
type Name = (typeof names)[number];

const unsaved = 'Unsaved. Kept on this computer';
const otherVersion = 'saved another version in the meantime';

describe.skipIf(executablePath === undefined)('settings while they are edited', () => {
  let studio: Studio;
  let browser: OpenBrowser;
  beforeAll(async () => {
    studio = await startStudio({ fill });
    browser = await openBrowser(executablePath ?? '');
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await studio.remove();
  });

  async function openPage(path: string) {
    const { page, complaints } = await openStudio(browser.context, studio, { path, isExpected });
    return { page, complaints, desk: new Desk(page) };
  }

  async function openInstructions(name: Name) {
    const opened = await openPage(`/datasets/${name}?tab=instructions`);
    const field = opened.desk.field('Instructions (Markdown)');
    await field.waitFor();
    return { ...opened, field };
  }

  async function openDescription(name: Name) {
    const opened = await openPage(`/datasets/${name}`);
    const field = opened.desk.field('Description');
    await field.waitFor();
    return { ...opened, field };
  }

  const instructionsOf = (name: Name) =>
    eventually(
      async () =>
        toBody<{ instructions: string }>(await studio.api.get(`/v1/datasets/${name}/curation-instructions`))
          .instructions,
    );
  const descriptionOf = (name: Name) =>
    eventually(async () => toBody<{ description: string }>(await studio.api.get(`/v1/datasets/${name}`)).description);

  it('keeps what is written while a save is on its way', async () => {
    const { page, desk, field, complaints } = await openInstructions('in-flight');
    const { arrived } = await holdSave(page);
    await field.fill('Cite one document.');
    await desk.press('Control+s');
    const answer = await arrived;
    await field.press('Control+End');
    await desk.type(' Be kind.');
    await answer();
    await page.getByText(unsaved).waitFor();
    await reload(page);
    await eventually(() => field.inputValue()).toBe('Cite one document. Be kind.');
    await page.getByText(unsaved).waitFor();
    expect(await page.getByText(otherVersion).count()).toBe(0);
    await field.press('Control+s');
    await instructionsOf('in-flight').toBe('Cite one document. Be kind.');
    expect(complaints).toEqual([]);
    await page.close();
  }, 90_000);

  it('recognizes its own save after a reload cut the answer off', async () => {
    const { page, desk, field, complaints } = await openInstructions('cut-short');
    const { arrived } = await holdSave(page);
    await field.fill('Cite one document.');
    await desk.press('Control+s');
    await arrived;
    await field.press('Control+End');
    await desk.type(' Be kind.');
    await reload(page);
    await eventually(() => field.inputValue()).toBe('Cite one document. Be kind.');
    await page.getByText(unsaved).waitFor();
    expect(await page.getByText(otherVersion).count()).toBe(0);
    await field.press('Control+s');
    await instructionsOf('cut-short').toBe('Cite one document. Be kind.');
    expect(complaints).toEqual([]);
    await page.close();
  }, 90_000);

  it('keeps what two tabs write, each its own', async () => {
    const one = await openInstructions('two-tabs');
    const other = await openInstructions('two-tabs');
    await one.field.fill('From the first tab.');
    await one.page.getByText(unsaved).waitFor();
    await other.field.fill('From the second tab.');
    await other.desk.press('Control+s');
    await instructionsOf('two-tabs').toBe('From the second tab.');
    await other.page.close();
    await reload(one.page);
    await eventually(() => one.field.inputValue()).toBe('From the first tab.');
    await one.page.getByText(otherVersion).waitFor();
    await one.desk.button('Overwrite with mine').click();
    await instructionsOf('two-tabs').toBe('From the first tab.');
    expect([...one.complaints, ...other.complaints]).toEqual([]);
    await one.page.close();
  }, 90_000);

  it('leaves the field where it is when the server does not answer for a while', async () => {
    const { page, desk, field, complaints } = await openInstructions('refetch');
    await field.fill('Cite');
    let failed = 0;
    page.on('requestfailed', (request) => {
      if (request.url().includes('curation-instructions')) failed += 1;
    });
    await page.route('**/v1/**', (route) => route.abort('connectionrefused'));
    // Coming back to the window reloads what is some seconds old: three times, before it gives up.
    await eventually(async () => {
      await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
      return failed;
    }).toBeGreaterThan(3);
    await desk.type(' one document.');
    expect(await field.inputValue()).toBe('Cite one document.');
    const offline = page.getByText('Offline. Your changes are kept on this computer.');
    await offline.waitFor();
    await page.unroute('**/v1/**');
    await offline.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('Cite one document.');
    await field.press('Control+s');
    await instructionsOf('refetch').toBe('Cite one document.');
    expect(complaints).toEqual([]);
    await page.close();
  }, 90_000);

  it('shows a description at its own dataset, and nowhere else', async () => {
    const { page, desk, field, complaints } = await openDescription('first');
    await field.fill('Of the first.');
    await page.getByText(unsaved).waitFor();
    await page.getByRole('link', { name: 'Datasets', exact: true }).first().click();
    await desk.seesPage('Datasets');
    await page.getByRole('link', { name: 'second', exact: true }).click();
    await desk.seesPage('second');
    await field.waitFor();
    expect(await field.inputValue()).toBe('');
    await page.goBack();
    await page.getByRole('link', { name: 'first', exact: true }).click();
    await desk.seesPage('first');
    await eventually(() => field.inputValue()).toBe('Of the first.');
    expect(complaints).toEqual([]);
    await page.close();
  }, 90_000);

  it("merges a change of the weight, and shows another person's description next to mine", async () => {
    const { page, desk, field, complaints } = await openDescription('described');
    await field.fill('Mine.');
    await change(studio.api, 'described', { weight: 3 });
    await desk.press('Control+s');
    await descriptionOf('described').toBe('Mine.');
    await field.fill('Mine, and better.');
    await change(studio.api, 'described', { description: 'Theirs.' });
    // The first save is over in the page as well.
    await page.getByText(unsaved).waitFor();
    await desk.press('Control+s');
    await page.getByText(otherVersion).waitFor();
    expect(await field.inputValue()).toBe('Mine, and better.');
    await reload(page);
    await page.getByText(otherVersion).waitFor();
    await desk.button('Keep theirs').click();
    expect(await field.inputValue()).toBe('Theirs.');
    await desk.notes().getByRole('button', { name: 'Undo' }).click();
    expect(await field.inputValue()).toBe('Mine, and better.');
    await field.press('Control+s');
    await descriptionOf('described').toBe('Mine, and better.');
    expect(toBody(await studio.api.get('/v1/datasets/described'))).toMatchObject({ weight: 3 });
    expect(complaints).toEqual([]);
    await page.close();
  }, 90_000);

  it('has a description after a reload that could not be saved', async () => {
    const { page, desk, field, complaints } = await openDescription('away');
    await page.route('**/v1/**', (route) => route.abort('connectionrefused'));
    await field.fill('Written while the server was away.');
    await desk.press('Control+s');
    await page.getByText("Couldn't save the description.").waitFor();
    await page.unroute('**/v1/**');
    await reload(page);
    await eventually(() => field.inputValue()).toBe('Written while the server was away.');
    await field.press('Control+s');
    await descriptionOf('away').toBe('Written while the server was away.');
    expect(complaints).toEqual([]);
    await page.close();
  }, 90_000);

  it('keeps an edited meaning when another is opened, and restores one that is canceled', async () => {
    const { page, desk, complaints } = await openPage('/tags?tab=meanings');
    await desk.button('Add definition (kind:complaint)').click();
    await desk.field('Definition of kind:complaint').fill('Somebody is not content.');
    await desk.button('Add definition (kind:question)').click();
    await desk.field('Definition of kind:question').fill('Somebody wants to know.');
    await desk.press('Escape');
    await desk.notes().getByRole('button', { name: 'Undo' }).click();
    await eventually(() => desk.field('Definition of kind:question').inputValue()).toBe('Somebody wants to know.');
    await reload(page);
    await page.getByText('Unsaved:').waitFor();
    for (const term of ['kind:complaint', 'kind:question']) {
      await page.getByRole('button', { name: term, exact: true }).click();
      await desk.field(`Definition of ${term}`).waitFor();
      await desk.press('Control+Enter');
      await desk.field(`Definition of ${term}`).waitFor({ state: 'detached' });
    }
    expect(toBody(await studio.api.get('/v1/tags/glossary'))).toMatchObject({
      entries: { 'kind:complaint': 'Somebody is not content.', 'kind:question': 'Somebody wants to know.' },
    });
    await page.getByText('Unsaved:').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await page.close();
  }, 90_000);
});

async function fill(api: ApiClient): Promise<void> {
  for (const name of names) await api.post('/v1/datasets', { name });
  const { etag } = await api.get('/v1/tags/schema');
  const groups = [{ name: 'kind', values: ['question', 'complaint'] }];
  await api.put('/v1/tags/schema', { groups }, etag);
}

async function change(api: ApiClient, name: Name, fields: object): Promise<void> {
  const path = `/v1/datasets/${name}`;
  await api.put(path, fields, (await api.get(path)).etag);
}

/** Reloads once nothing would be lost by it: what is typed is kept a moment later. */
async function reload(page: Page): Promise<void> {
  await eventually(() => page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")).toBe(true);
  await page.reload();
}

/** Delays the answer of the next save. `arrived`: the server has it. Gives a function that releases the answer. */
async function holdSave(page: Page): Promise<{ readonly arrived: Promise<() => Promise<void>> }> {
  const { promise, resolve } = Promise.withResolvers<() => Promise<void>>();
  let isHeld = false;
  await page.route('**/curation-instructions', async (route) => {
    if (isHeld || route.request().method() !== 'PUT') return route.fallback();
    isHeld = true;
    const response = await route.fetch();
    resolve(() => route.fulfill({ response }));
  });
  return { arrived: promise };
}
