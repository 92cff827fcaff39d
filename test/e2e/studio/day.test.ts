import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBody } from '../../support/api-client.ts';
import { getItem, listIds } from '../../support/api-client-items.ts';
import { findBrowser } from '../../support/browser.ts';
import { beginDay, type Day } from '../../support/studio-day.ts';
import { eventually } from '../../support/studio-desk.ts';

const executablePath = findBrowser();

/** Three chats as a tool exports them. */
const refunds = [
  ['late', 'My parcel came late. Do I get the fee back?', 'Yes, within three working days.'],
  ['box', 'Can I return something without its box?', 'No, it has to be in its box.'],
  ['sofa', 'How do I send a sofa back?', 'We collect it.'],
].map(([id, question, answer]) => ({
  id,
  conversations: [
    { from: 'human', value: question },
    { from: 'gpt', value: answer },
  ],
}));

/** A picture, which items have no room for, and a message that is none. */
const seen = [
  {
    id: 'torn',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Is this torn?' },
          { type: 'image_url', image_url: { url: 'x' } },
        ],
      },
      { role: 'assistant', content: 'Yes.' },
    ],
  },
  { id: 'broken', messages: 'none' },
];

describe.skipIf(executablePath === undefined)('a day in the Studio', () => {
  let day: Day;
  beforeAll(async () => {
    day = await beginDay(executablePath ?? '', { fill: async () => {} });
  }, 120_000);
  afterAll(async () => day.end());

  it('begins with nothing, and brings chats in after a look at what would happen', async () => {
    const { api, desk, complaints } = day;
    const { page } = desk;
    await desk.seesHeading('No conversations yet');
    await desk.press('g', 'i');
    await desk.seesPage('Import');
    await page.setInputFiles('input[type=file]', toFile('refunds.jsonl', refunds));
    const plan = page.getByRole('region', { name: 'Preview' });
    await plan.getByText('My parcel came late').waitFor();
    expect(await page.getByText('ShareGPT chats').count()).toBeGreaterThan(0);
    expect(await listIds(api)).toEqual([]);
    await desk.press('Control+Enter');
    await desk.seesHeading('3 conversations imported');
    await eventually(async () => (await listIds(api)).toSorted()).toEqual(['box', 'late', 'sofa']);

    await drop(page, 'seen.jsonl', seen);
    await page.getByText('Not carried over: image part').waitFor();
    await plan.getByRole('button', { name: '1 Fails' }).waitFor();
    await desk.press('Control+Enter');
    await desk.seesHeading('1 conversation imported');
    expect((await getItem(api, { dataset: 'seen', id: 'torn' })).item.history).toMatchObject([
      { role: 'user', msg: 'Is this torn?' },
      { role: 'assistant', msg: 'Yes.' },
    ]);
    expect(complaints).toEqual([]);
  }, 90_000);

  it('tells reviewers what a good answer is, which tags there are and what they mean', async () => {
    const { api, desk, complaints } = day;
    const { page } = desk;
    await desk.press('g', 'd');
    await desk.seesPage('Datasets');
    await page.getByRole('link', { name: 'refunds', exact: true }).click();
    await desk.seesPage('refunds');
    await desk.press('i');
    await desk.field('Instructions (Markdown)').fill('Cite **one** document.');
    await page.locator('strong', { hasText: 'one' }).waitFor();
    await desk.press('Control+s');
    await eventually(async () =>
      toBody<{ instructions: string }>(await api.get('/v1/datasets/refunds/curation-instructions')),
    ).toMatchObject({ instructions: 'Cite **one** document.' });

    await desk.press('Escape');
    await page.locator('main').focus();
    await desk.press('g', 't');
    await desk.seesPage('Tags');
    await page.getByRole('button', { name: 'Add group' }).waitFor();
    await desk.press('n');
    await desk.type('kind');
    await desk.field('Suggested values').fill('question,complaint,');
    await page.getByRole('checkbox', { name: 'One value only' }).check();
    await desk.press('Control+s');
    await eventually(async () =>
      toBody<{ groups: unknown[] }>(await api.get('/v1/tags/schema')).groups.at(-1),
    ).toMatchObject({ name: 'kind', values: ['question', 'complaint'], exclusive: true });
    await desk.press('Escape');
    await page.locator('main').focus();
    await desk.press('2');
    await desk.field('Term to define').waitFor();
    await desk.press('n');
    await desk.type('kind:complaint');
    await desk.press('Enter');
    await desk.field('Definition of kind:complaint').waitFor();
    await desk.type('Somebody is not content.');
    await desk.press('Control+Enter');
    await eventually(
      async () => toBody<{ entries: unknown }>(await api.get('/v1/tags/glossary')).entries,
    ).toMatchObject({ 'kind:complaint': 'Somebody is not content.' });
    expect(complaints).toEqual([]);
  }, 90_000);
});

function toFile(name: string, rows: readonly unknown[]) {
  return { name, mimeType: 'application/x-ndjson', buffer: Buffer.from(toLines(rows)) };
}

function toLines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** As if the file came from another window. */
async function drop(page: Page, name: string, rows: readonly unknown[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `(() => { const carried = new DataTransfer(); carried.items.add(new File([${JSON.stringify(toLines(rows))}], ${JSON.stringify(name)})); return carried; })()`,
  );
  await page.dispatchEvent('main', 'dragenter', { dataTransfer });
  await page.getByText('Drop files to preview them').waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer });
}
