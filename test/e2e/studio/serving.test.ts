import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findBrowser, type OpenBrowser, openBrowser } from '../../support/browser.ts';
import { startServer } from '../../support/local-server.ts';
import { type Studio, startStudio } from '../../support/studio.ts';
import { openStudio, watchPage } from '../../support/studio-page.ts';

const executablePath = findBrowser();

describe.skipIf(executablePath === undefined)('the Studio in a browser', () => {
  let studio: Studio;
  let browser: OpenBrowser;
  beforeAll(async () => {
    studio = await startStudio();
    browser = await openBrowser(executablePath ?? '');
  });
  afterAll(async () => {
    await browser.close();
    await studio.remove();
  });

  /** A browser that is not signed in yet. */
  async function openStranger() {
    const stranger = await openBrowser(executablePath ?? '');
    onTestFinished(() => stranger.close());
    const page = await stranger.context.newPage();
    return { page, complaints: await watchPage(page, studio) };
  }

  it('says what to do at every address, until the printed link was opened', async () => {
    const { page, complaints } = await openStranger();
    for (const path of ['/', '/review', '/review/support/a.b%2Fc', '/items?keyword=refund']) {
      await page.goto(studio.url + path);
      expect(await page.locator('main').textContent()).toContain('Open the newest link');
    }
    await page.goto(`${studio.url}/review?code=old`);
    expect(await page.locator('main').textContent()).toContain('This link no longer works');
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
  });

  it('is open after the link, at the address that the link names, without a secret in it', async () => {
    const { page, complaints } = await openStranger();
    await page.goto(await studio.linkTo('/items?keyword=refund'));
    await page.locator('nav').first().waitFor();
    expect(page.url()).toContain(`${studio.url}/items?keyword=refund`);
    expect(page.url()).not.toMatch(/token|code/);
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.evaluate('JSON.stringify(Object.entries({...localStorage, ...sessionStorage}))')).not.toContain(
      'test-token',
    );
    expect(complaints).toEqual([]);
  });

  it('loads every page without a policy violation and without a request to another server', async () => {
    const { page, complaints } = await openStudio(browser.context, studio);
    const places = ['/', '/review', '/items', '/datasets', '/datasets/support', '/import', '/tags', '/snapshots'];
    for (const path of places) {
      const answer = await page.goto(studio.url + path);
      expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
      await page.locator('main').first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('is loaded again where it was left, whatever the id looks like', async () => {
    const { page, complaints } = await openStudio(browser.context, studio, {
      path: '/review/support/lieferung-in-die-schweiz',
      isExpected: (complaint) => complaint.includes('404'),
    });
    await page.reload();
    await page.locator('nav').first().waitFor();
    await page.goto(`${studio.url}/review/my%20set/${encodeURIComponent('a/b.c?d#e.js')}`);
    await page.locator('nav').first().waitFor();
    expect(page.url()).toContain('a%2Fb.c%3Fd%23e.js');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('is at the same address after a crash, and the browser is still in', async () => {
    const { page, complaints } = await openStudio(browser.context, studio, {
      path: '/datasets',
      // The crash breaks off whatever the page was loading, in whichever state that was.
      isExpected: (complaint) => complaint.includes('net::ERR_'),
    });
    await studio.kill();
    await studio.start();
    await page.reload();
    await page.locator('nav').first().waitFor();
    expect(page.url()).toBe(`${studio.url}/datasets`);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('opens from a link of another site, though browsers keep the cookie back there', async () => {
    const other = await startServer((response) => {
      response.setHeader('content-type', 'text/html').end(`<a href="${studio.url}/datasets">look</a>`);
    });
    await (await openStudio(browser.context, studio)).page.close();
    const page = await browser.context.newPage();
    await page.goto(other.url.replace('127.0.0.1', 'localhost'));
    await page.click('a');
    await page.locator('nav').first().waitFor();
    expect(page.url()).toBe(`${studio.url}/datasets`);
    await page.close();
  });

  it('makes no markup and no script of a text', async () => {
    const { page, complaints } = await openStudio(browser.context, studio);
    const tries = ["document.createElement('p').innerHTML = '<b>x</b>'", "new Function('return 1')", "eval('1')"];
    for (const attempt of tries) {
      // Not at once: what the tool itself evaluates is exempt from the policy.
      const outcome = page.evaluate(`new Promise((resolve) => setTimeout(() => {
        try { ${attempt}; resolve('done'); } catch { resolve('refused'); }
      }))`);
      expect([attempt, await outcome]).toEqual([attempt, 'refused']);
    }
    await page.evaluate("document.body.append(Object.assign(document.createElement('style'), { textContent: 'p{}' }))");
    expect(
      complaints.filter((complaint) => !/refused by the policy|Content Security Policy|Trusted/.test(complaint)),
    ).toEqual([]);
    expect(complaints.some((complaint) => complaint.includes('style-src'))).toBe(true);
    await page.close();
  });
});
