import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, openBrowser } from '../../support/browser.ts';
import { type Studio, startStudio } from '../../support/studio.ts';
import { openStudio } from '../../support/studio-page.ts';

const executablePath = findBrowser();

describe.skipIf(executablePath === undefined)('a file on the import page', () => {
  let [studio, page]: [Studio?, Page?] = [];
  let complaints: readonly string[] = [];
  let close = async () => {};
  beforeAll(async () => {
    studio = await startStudio();
    const browser = await openBrowser(executablePath ?? '');
    close = browser.close;
    // The server refuses what cannot be read, and the browser logs that.
    const isExpected = (complaint: string) => complaint.includes('422');
    ({ page, complaints } = await openStudio(browser.context, studio, { path: '/import', isExpected }));
  }, 120_000);
  afterAll(async () => {
    await close();
    await studio?.remove();
  });

  async function choose(name: string, text: string): Promise<Page> {
    if (page === undefined) throw new Error('No page is open.');
    await page.goto(`${studio?.url}/import`);
    await page.getByText('Drop files anywhere').waitFor();
    await page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    return page;
  }

  it('with unusual columns can be mapped, and shows which ones are read', async () => {
    const at = await choose('tickets.csv', 'Ticket No;Kunde;Agent\nT-1;Is it late?;No.\n');
    const fault = at.getByRole('alert').filter({ hasText: 'Its columns are "Ticket No", "Kunde", "Agent".' });
    await fault.getByText('Fill in the mapping above').waitFor();
    await at.getByLabel('Mapping').fill('user=Kunde, assistant=Agent');
    await at.getByText('Table: user=Kunde, assistant=Agent').waitFor();
    await at.getByRole('button', { name: 'Import 1 conversation' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('that is damaged is refused, with the line', async () => {
    const at = await choose('broken.csv', 'question,answer\nIs it late?,"No.\n');
    await at.getByRole('alert').getByText('Line 2: A quote').waitFor();
    expect(complaints).toEqual([]);
  });

  it('with OASST trees can be imported with every conversation', async () => {
    const said = (id: string, role: string, more: object = {}) => ({
      message_id: id,
      text: id,
      role,
      replies: [],
      ...more,
    });
    const replies = [said('a', 'assistant', { rank: 0 }), said('b', 'assistant', { rank: 1 })];
    const tree = { message_tree_id: 't', prompt: said('q', 'prompter', { replies }) };
    const at = await choose('trees.jsonl', `${JSON.stringify(tree)}\n`);
    await at.getByRole('button', { name: 'Import 1 conversation' }).waitFor();
    await at.getByLabel('Import every conversation of a tree').check();
    await at.getByRole('button', { name: 'Import 2 conversations' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
