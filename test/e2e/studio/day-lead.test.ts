import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, toBody } from '../../support/api-client.ts';
import { createItem, getItem, listRevisions, toItemPath } from '../../support/api-client-items.ts';
import { findBrowser } from '../../support/browser.ts';
import { beginDay, type Day } from '../../support/studio-day.ts';
import { eventually } from '../../support/studio-desk.ts';

const executablePath = findBrowser();
const fee = { dataset: 'refunds', id: 'fee' };

function toTurns(question: string, answer: string, tags: readonly string[] = []) {
  return [
    { role: 'user', msg: question },
    { role: 'assistant', msg: answer, refs: [{ url: 'https://example.com/a' }], tags },
  ];
}

async function fill(api: ApiClient): Promise<void> {
  const first = {
    history: toTurns('Is the express fee paid back?', 'Yes, in a week.', ['money']),
    manualTags: ['kind:complaint'],
  };
  const { etag } = await createItem(api, fee, first);
  await createItem(
    api,
    { dataset: 'refunds', id: 'box' },
    {
      history: toTurns('Without its box?', 'No.'),
      manualTags: ['kind:question'],
    },
  );
  await createItem(
    api,
    { dataset: 'shipping', id: 'swiss' },
    { history: toTurns('Do you ship to Bern?', 'Yes, by express.') },
  );
  const history = toTurns('Is the express fee paid back?', 'Yes, within three working days.', ['money']);
  const { item } = await getItem(api, fee);
  const edited = history.map((turn, index) => ({ ...turn, id: item.history?.[index]?.id }));
  const saved = await api.put(toItemPath(fee), { history: edited }, etag);
  await api.put(toItemPath(fee), { status: 'approved' }, saved.etag);
}

describe.skipIf(executablePath === undefined)('a day of leading', () => {
  let day: Day;
  beforeAll(async () => {
    day = await beginDay(executablePath ?? '', { fill });
  }, 120_000);
  afterAll(async () => day.end());

  const link = (name: string | RegExp) => day.desk.page.getByRole('table').getByRole('link', { name });

  it('finds items by every filter, sorts them, chooses columns, and finds it all again after a reload', async () => {
    const { desk } = day;
    const { page } = desk;
    const rows = () =>
      eventually(async () => (await page.getByRole('table').getByRole('link').allTextContents()).length);
    await desk.press('g', 'b');
    await link(/Bern/).waitFor();
    await rows().toBe(3);
    await desk.press('/');
    await desk.type('express');
    await rows().toBe(2);
    await page.locator('mark', { hasText: 'express' }).first().waitFor();
    expect(await page.locator('mark').allTextContents()).toContain('express');
    await desk.press('Escape');
    const wish = page.getByRole('button', { name: /^kind:complaint/ });
    await wish.click();
    await rows().toBe(1);
    await eventually(async () => page.url()).toContain('tags=kind');
    await wish.click();
    await eventually(async () => page.url()).toContain('excludeTags=kind');
    await link(/Bern/).waitFor();
    await rows().toBe(1);
    await wish.click();
    await rows().toBe(2);
    await desk.field('Other turn tag').fill('money');
    await desk.press('Enter');
    await rows().toBe(1);
    await link(/express fee/).waitFor();
    await page.locator('main').focus();
    await desk.press('Shift+C');
    await rows().toBe(3);
    await desk.press('Escape');

    await desk.button('ID').click();
    await eventually(async () => page.url()).toContain('sortBy=id');
    await rows().toBe(3);
    await desk.button('Columns').click();
    await page.getByRole('checkbox', { name: 'Assigned to' }).check();
    await page.getByRole('columnheader', { name: 'Assigned to' }).waitFor();
    await desk.press('Escape');
    await page.getByRole('checkbox', { name: 'Approved' }).check();
    await rows().toBe(1);
    const address = page.url();
    await page.reload();
    await link(/express fee/).waitFor();
    await rows().toBe(1);
    expect(page.url()).toBe(address);
    await page.getByRole('columnheader', { name: 'Assigned to' }).waitFor();
  }, 90_000);

  it('previews an item next to the list, and downloads what the filters match', async () => {
    const { desk } = day;
    const { page } = desk;
    await desk.press('j', 'p');
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await preview.getByText('Yes, within three working days.').waitFor();
    await desk.press('Escape');
    await preview.waitFor({ state: 'detached' });
    await desk.press('Shift+E');
    const link = page.getByRole('link', { name: /^Download/ });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { id: 'fee', datasetName: 'refunds', status: 'approved' },
    ]);
    await desk.press('Escape');
    await link.waitFor({ state: 'detached' });
  }, 90_000);

  it('reads how an item came to be, turn by turn, and brings an earlier revision back', async () => {
    const { desk, api } = day;
    const { page } = desk;
    await desk.press('j', 'h');
    await desk.seesHeading('History of fee');
    // Until the list is loaded, keys move nothing.
    await desk.seesHeading('Revision 3');
    await page.locator('ins, del').first().waitFor({ state: 'detached' });
    const before = await listRevisions(api, fee);
    expect(before.map(({ action }) => action)).toHaveLength(3);
    await desk.press('j');
    await page.locator('ins', { hasText: 'within three working days' }).waitFor();
    await page.locator('del', { hasText: 'in a week' }).waitFor();
    await desk.press('j');
    await desk.seesHeading('Revision 1');
    await page.getByText('Yes, in a week.').first().waitFor();
    await desk.press('Shift+R');
    await desk.seesNote(/Restored revision 1 as revision 4/);
    await eventually(async () => (await getItem(api, fee)).item).toMatchObject({
      status: 'draft',
      history: [{}, { msg: 'Yes, in a week.' }],
    });
    await desk.notes().getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => (await getItem(api, fee)).item).toMatchObject({
      status: 'approved',
      history: [{}, { msg: 'Yes, within three working days.' }],
    });
  }, 90_000);

  it('keeps what is approved, twice, and compares the two', async () => {
    const { desk, api } = day;
    const { page } = desk;
    const readCounts = async () =>
      toBody<{ snapshots: readonly { count: number }[] }>(await api.get('/v1/snapshots')).snapshots.map(
        ({ count }) => count,
      );
    await desk.press('g', 's');
    await desk.seesHeading('No snapshots yet');
    await desk.press('n');
    await page.getByRole('dialog', { name: 'Take snapshot' }).getByRole('button', { name: 'Take snapshot' }).click();
    await eventually(readCounts).toEqual([1]);
    await desk.seesNote('Snapshot taken: 1 conversation.');
    // The keys are the dialog's until it is closed.
    await page.getByRole('dialog', { name: 'Take snapshot' }).waitFor({ state: 'detached' });
    const { etag } = await getItem(api, { dataset: 'refunds', id: 'box' });
    await api.put(toItemPath({ dataset: 'refunds', id: 'box' }), { status: 'approved' }, etag);
    await page.locator('main').focus();
    await desk.press('n');
    await page.getByRole('dialog', { name: 'Take snapshot' }).getByRole('button', { name: 'Take snapshot' }).click();
    await eventually(async () => (await readCounts()).toSorted()).toEqual([1, 2]);
    await page.getByRole('link', { name: 'Compare with previous' }).click();
    await page.getByText('0 changed, 1 added, 0 removed').waitFor();
    await page.getByRole('link', { name: 'box' }).waitFor();
  }, 90_000);

  it('begins a conversation by hand, and writes what the answer should be', async () => {
    const { desk, api } = day;
    const { page } = desk;
    await desk.press('g', 'b');
    await link(/Bern/).waitFor();
    await desk.press('n');
    await desk.type('Can a sofa be sent back?');
    await desk.field('ID (optional)').fill('fee');
    await desk.button('Create and open').click();
    await page.getByText('Another conversation in this dataset has this ID.').waitFor();
    await desk.field('ID (optional)').fill('');
    await desk.press('Enter');
    await desk.turn(1).getByText('Can a sofa be sent back?').waitFor();
    await desk.write(2);
    await desk.type('Yes, we collect it.');
    await desk.press('Escape');
    await eventually(async () => {
      const { items } = toBody<{ items: readonly { id: string; history: readonly { msg: string }[] }[] }>(
        await api.get('/v1/ground-truths?itemId=can-a-sofa'),
      );
      return items.map(({ history }) => history.map(({ msg }) => msg));
    }).toEqual([['Can a sofa be sent back?', 'Yes, we collect it.']]);
  }, 90_000);

  it('weighs the datasets, finds its way by the palette, and sees every key', async () => {
    const { desk, api } = day;
    const { page } = desk;
    await desk.press('g', 'd');
    const weight = page.getByRole('listitem').filter({ hasText: 'shipping' }).getByRole('textbox', { name: 'Weight' });
    await weight.fill('3');
    await desk.press('Enter');
    await eventually(async () => toBody<{ weight: number }>(await api.get('/v1/datasets/shipping')).weight).toBe(3);
    await desk.press('Control+k');
    await page.getByRole('combobox', { name: /Find a command/ }).waitFor();
    await desk.type('swiss');
    await page
      .getByRole('option', { name: /Bern|swiss/ })
      .first()
      .waitFor();
    await desk.press('Enter');
    await desk.turn(2).getByText('Yes, by express.').waitFor();
    await desk.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('Edit turn').waitFor();
    await keys.getByText('Go to Snapshots').waitFor();
    await desk.press('Escape');
    await keys.waitFor({ state: 'detached' });
    expect(day.complaints).toEqual([]);
  }, 90_000);
});
