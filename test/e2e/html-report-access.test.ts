import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, type OpenBrowser, openBrowser } from '../support/browser.ts';
import { makeReport, openReport } from '../support/open-report.ts';
import { listReportCases } from '../support/report-cases.ts';

const executablePath = findBrowser();
let browser: OpenBrowser;

async function openCases(hash = ''): Promise<Page> {
  const path = await makeReport([...listReportCases(60)]);
  return (await openReport(browser, path, hash)).page;
}

const listAll = (page: Page, selector: string, read: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')].map((found) => ${read})`);

describe.skipIf(executablePath === undefined)('the HTML report, for everyone', () => {
  beforeAll(async () => {
    browser = await openBrowser(executablePath ?? '');
  });
  afterAll(() => browser.close());

  it('gives everything that can be used, and every picture, a name', async () => {
    const page = await openCases('#case=3');
    const session = await browser.context.newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const named = 'button combobox searchbox link listbox option region heading image search dialog article'.split(' ');
    const found = nodes.filter(({ ignored, role }) => !ignored && named.includes(String(role?.value)));
    const roles = new Set(found.map(({ role }) => role?.value));
    expect(roles).toContain('listbox');
    expect(roles).toContain('combobox');
    expect(roles).toContain('searchbox');
    const nameless = found.filter(({ name }) => String(name?.value ?? '').trim() === '');
    expect(nameless.map(({ role }) => role?.value)).toEqual([]);
  });

  it('has its headings in order, one of them the first, and no head of a table without a word', async () => {
    const page = await openCases('#case=3');
    const levels = (await listAll(page, 'h1, h2, h3, h4', 'found.localName')).map((name) => Number(name.slice(1)));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    expect(await listAll(page, 'th', 'found.textContent.trim()')).not.toContain('');
  });

  it('can be reached by Tab in the order of the page, and shows where one is', async () => {
    const page = await openCases();
    const ahead = await listAll(page, '[tabindex]', 'found.getAttribute("tabindex")');
    expect(ahead.filter((index) => Number(index) > 0)).toEqual([]);
    const seen = new Set<string>();
    for (let stop = 0; stop < 60; stop += 1) {
      await page.keyboard.press('Tab');
      const { name, outline } = await page.evaluate<{ name: string; outline: string }>(`({
        name: document.activeElement.localName + '.' + document.activeElement.className,
        outline: getComputedStyle(document.activeElement).outline,
      })`);
      if (name.startsWith('body')) break;
      seen.add(name);
      expect(outline, name).toMatch(/solid.* 2px|2px.* solid/);
    }
    for (const name of ['div.list', 'div.frame', 'select.']) expect(seen).toContain(name);
  });

  it('has a list that says where one is in it', async () => {
    const page = await openCases();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const active = () =>
      page.evaluate(`(() => {
        const id = document.querySelector('[role=listbox]').getAttribute('aria-activedescendant');
        const row = id === null ? null : document.getElementById(id);
        return [id !== null, row?.getAttribute('role'), row?.getAttribute('aria-posinset'), row?.getAttribute('aria-setsize')];
      })()`);
    expect(await active()).toEqual([true, 'option', '2', '60']);
    await page.keyboard.press('Enter');
    expect(await listAll(page, '[role=option][aria-selected=true]', 'found.id')).toEqual(['tw-row-1']);
    await page.evaluate(`document.querySelector('.list').scrollTo(0, 60 * 56)`);
    await page.locator('.row:has-text("case-00059")').waitFor();
    expect(await active()).toEqual([false, undefined, undefined, undefined]);
  });

  it('moves nothing for those who do not want that', async () => {
    const page = await openCases();
    const durations = () => listAll(page, 'button, .row', 'getComputedStyle(found).transitionDuration');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await durations()).not.toContain('0s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(new Set(await durations())).toEqual(new Set(['0s']));
  });

  it('does not scroll sideways at a zoom of 200%', async () => {
    const page = await openCases();
    const session = await browser.context.newCDPSession(page);
    const screen = { width: 640, height: 400, deviceScaleFactor: 2, mobile: false };
    await session.send('Emulation.setDeviceMetricsOverride', screen);
    const widths = `[devicePixelRatio, innerWidth, document.documentElement.scrollWidth]`;
    expect(await page.evaluate(widths)).toEqual([2, 640, 640]);
    await page.click('.row >> nth=2');
    expect(await page.evaluate(widths)).toEqual([2, 640, 640]);
  });

  it('is printed on white: the metrics, and the case that is open in full', async () => {
    const page = await openCases('#case=3');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.locator('.headline').isVisible()).toBe(true);
    expect(await page.locator('.filters').isVisible()).toBe(false);
    expect(await page.locator('.list').isVisible()).toBe(false);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    const cut = `[...document.querySelectorAll('.workspace, .pane')].filter((part) => part.scrollHeight > part.clientHeight + 1).length`;
    expect(await page.evaluate(cut)).toBe(0);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
