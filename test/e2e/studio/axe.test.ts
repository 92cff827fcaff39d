import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, type OpenBrowser, openBrowser } from '../../support/browser.ts';
import { type Studio, startStudio } from '../../support/studio.ts';
import { openStudio } from '../../support/studio-page.ts';

const executablePath = findBrowser();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const item = '/review/support/lieferung-in-die-schweiz';
const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

interface Screen {
  readonly path: string;
  /** What is there when the screen is. */
  readonly shows: string;
  /** Keys that open something over it, and what that is. */
  readonly keys?: readonly string[];
  readonly opens?: string;
  /** Where there is no room for it, there is none. */
  readonly isWideOnly?: true;
}

const dialog = '[role="dialog"], [role="alertdialog"]';
const screens: Readonly<Record<string, Screen>> = {
  home: { path: '/', shows: 'main h2' },
  'the palette': { path: '/', shows: 'main h2', keys: ['Control+k'], opens: '[role="option"]' },
  'the keys': { path: '/', shows: 'main h2', keys: ['?'], opens: dialog },
  'the queue': { path: '/review', shows: 'main h1, main h2' },
  'a conversation': { path: item, shows: 'article' },
  'a turn that is written': { path: item, shows: 'article', keys: ['j', 'e'], opens: 'article textarea' },
  'an answer key': { path: item, shows: 'article', keys: ['j', 'y'], opens: 'article textarea' },
  'the search of a conversation': {
    path: item,
    shows: 'article',
    keys: ['/'],
    opens: '[aria-label="Find in this conversation"]',
  },
  'what blocks': { path: `${item}?panel=check`, shows: '[data-panel="check"]' },
  references: { path: `${item}?panel=refs`, shows: '[data-panel="refs"] h2, [data-panel="refs"] h3' },
  'tags of a conversation': { path: `${item}?panel=tags`, shows: '[data-panel="tags"] h2, [data-panel="tags"] h3' },
  labels: { path: `${item}?panel=labels`, shows: '[data-panel="labels"] button' },
  'a comment': { path: `${item}?panel=comment`, shows: '[data-panel="comment"] textarea' },
  instructions: { path: `${item}?panel=instructions`, shows: '[data-panel="instructions"] p' },
  'the explorer': { path: '/items', shows: '[aria-label="Items"] a' },
  'a preview': {
    path: '/items?open=support%2Flieferung-in-die-schweiz',
    shows: '[aria-label="Preview"] h2, [role="dialog"] h2',
  },
  'a search': { path: '/items?keyword=refund', shows: '[aria-label="Items"] a' },
  'a search without a hit': { path: '/items?keyword=xyzzy', shows: 'main h2, main h3' },
  columns: { path: '/items', shows: '[aria-label="Items"] a', keys: ['c'], opens: dialog, isWideOnly: true },
  'the export': { path: '/items', shows: '[aria-label="Items"] a', keys: ['Shift+E'], opens: dialog },
  'a history': { path: '/items/support/lieferung-in-die-schweiz/history', shows: '[aria-label="The revision"] li' },
  'the datasets': { path: '/datasets', shows: 'main li, main tr' },
  'a new dataset': { path: '/datasets', shows: 'main li, main tr', keys: ['n'], opens: dialog },
  'a dataset': { path: '/datasets/support', shows: 'main h1' },
  'instructions of a dataset': { path: '/datasets/support?tab=instructions', shows: 'main textarea' },
  'the export of a dataset': { path: '/datasets/support?tab=export', shows: '[role="tabpanel"]' },
  'the import': { path: '/import', shows: 'main h2' },
  'groups of tags': { path: '/tags', shows: 'main li' },
  'meanings of tags': { path: '/tags?tab=meanings', shows: 'main li' },
  'tags that are offered': { path: '/tags?tab=listed', shows: '[role="tabpanel"]' },
  snapshots: { path: '/snapshots', shows: 'main h1' },
  'a new snapshot': { path: '/snapshots', shows: 'main h1', keys: ['n'], opens: dialog },
  'an address of nothing': { path: '/nowhere', shows: 'main h1' },
  'an item that is not there': { path: '/review/no/such', shows: 'main h1, main h2, [role="alert"]' },
};

describe.skipIf(executablePath === undefined)('the Studio for everybody', () => {
  let studio: Studio;
  let browser: OpenBrowser;
  let page: Page;
  beforeAll(async () => {
    studio = await startStudio();
    browser = await openBrowser(executablePath ?? '');
    ({ page } = await openStudio(browser.context, studio));
    page.setDefaultTimeout(30_000);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.remove();
  });

  async function show({ path, shows, keys = [], opens }: Screen, colorScheme: 'light' | 'dark' = 'light') {
    // Nothing moves: what fades in has no contrast yet.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce', forcedColors: 'none' });
    await page.goto(studio.url + path);
    await page.locator(shows).first().waitFor();
    await page.waitForLoadState('networkidle');
    for (const key of keys) await page.keyboard.press(key);
    if (opens !== undefined) await page.locator(opens).first().waitFor();
  }

  it.each(Object.keys(screens))(
    'axe finds nothing at %s, light and dark, wide and narrow, and it fits when zoomed',
    async (name) => {
      const screen = screens[name];
      if (screen === undefined) return;
      const found: string[] = [];
      for (const size of screen.isWideOnly === true ? [desktop] : [desktop, phone]) {
        await page.setViewportSize(size);
        await show(screen);
        found.push(...(await listViolations(page, `light ${size.width}`)), ...(await listWide(page, size.width)));
      }
      // 1280 pixels at a zoom of 200 %.
      await page.setViewportSize({ width: 640, height: 400 });
      found.push(...(await listWide(page, 640)));
      // Only colours differ. Loaded anew: a switch under way would be measured between the two.
      await page.setViewportSize(desktop);
      await show(screen, 'dark');
      found.push(...(await listViolations(page, 'dark 1280', ['color-contrast', 'link-in-text-block'])));
      expect(found.join('\n')).toBe('');
    },
  );

  it('keeps still for those who ask for it', async () => {
    await page.setViewportSize(desktop);
    await show({ path: item, shows: 'article', keys: ['?'], opens: dialog });
    const moving = `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 1).length`;
    expect(await page.evaluate(moving)).toBe(0);
  });

  it('shows where one is, and every button, in the colours of the system', async () => {
    await page.setViewportSize(desktop);
    await show({ path: item, shows: 'article' });
    await page.emulateMedia({ forcedColors: 'active' });
    for (let stop = 0; stop < 30; stop += 1) {
      await page.keyboard.press('Tab');
      const look = await page.evaluate(`(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
        return outlineStyle + ' ' + outlineWidth;
      })()`);
      expect(look).toMatch(/^solid [23]px$/);
    }
    const unseen = `[...document.querySelectorAll('svg')].filter((icon) => getComputedStyle(icon).color ===
      getComputedStyle(document.body).backgroundColor).length`;
    expect(await page.evaluate(unseen)).toBe(0);
  });
});

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** What axe finds, each with the first place of it. `rules`: only these. */
async function listViolations(page: Page, where: string, rules?: readonly string[]): Promise<readonly string[]> {
  // What the tool evaluates is exempt from the policy of the page.
  await page.evaluate(`if (window.axe === undefined) { ${axe} }`);
  const only =
    rules === undefined
      ? { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
      : { type: 'rule', values: rules };
  const options = JSON.stringify({ runOnly: only, resultTypes: ['violations'] });
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => {
    const [first] = nodes;
    return `${where}: ${id} ×${nodes.length} at ${first?.target.join(' ')}: ${first?.failureSummary}`;
  });
}

/** Nothing makes the whole page scroll to the side. */
async function listWide(page: Page, width: number): Promise<readonly string[]> {
  const wide = await page.evaluate<number>('document.scrollingElement.scrollWidth');
  const main = await page.evaluate<number>(`(() => {
    const main = document.querySelector('main');
    return main === null ? 0 : main.scrollWidth - main.clientWidth;
  })()`);
  return wide > width || main > 1 ? [`${width}: the page is ${wide} wide, its main part ${main} too wide`] : [];
}
