import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../support/browser.ts';
import { type Studio, startStudio } from '../../support/studio.ts';
import { Desk } from '../../support/studio-desk.ts';
import { openStudio } from '../../support/studio-page.ts';
import { Walk } from '../../support/studio-walk.ts';
import { fillForAxe } from './axe-openings.ts';
import { type Screen, screens } from './axe-screens.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * A list that a button or a field opens is reached from there and leads back there, as a dialog does. No part of
 * the page contains it, and axe knows that of dialogs alone.
 */
const regionMatcher = 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu], [role=listbox]';
const settings = JSON.stringify({ checks: [{ id: 'region', options: { regionMatcher } }] });

/** A person who goes from screen to screen and runs axe on each. */
export interface AxeStage {
  readonly studio: Studio;
  readonly desk: Desk;
  readonly walk: Walk;
  readonly page: Page;
  /** Leads to a screen, and opens what is to be open there. */
  readonly show: (screen: Screen) => Promise<void>;
  readonly end: () => Promise<void>;
}

export async function setAxeStage(executablePath: string, size: { width: number; height: number }): Promise<AxeStage> {
  const studio = await startStudio();
  const browser = await openBrowser(executablePath);
  const { page } = await openStudio(browser.context, studio);
  await fillForAxe(studio);
  await page.setViewportSize(size);
  // Nothing moves: what fades in has no contrast yet.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' });
  const end = async () => {
    await browser.close();
    await studio.remove();
  };
  const [desk, walk] = [new Desk(page), new Walk(page, studio)];
  let isCovered = true;
  const show = async ({ path, shows, open }: Screen) => {
    // What was opened may lie over other pages too.
    if (isCovered || open !== undefined) await walk.load(path, shows);
    else await walk.goTo(path, shows);
    isCovered = open !== undefined;
    await open?.(stage);
    await walk.settles();
  };
  const stage = { studio, desk, walk, page, show, end };
  return stage;
}

export function getScreen(name: string): Screen {
  const screen = screens[name];
  if (screen === undefined) throw new Error(`No screen is called ${name}.`);
  return screen;
}

/** What axe finds on the page as it is. Colors do not depend on the width, so a narrow page needs no look in the dark. */
export function listLightViolations({ page }: AxeStage, { without = [] }: Screen): Promise<readonly string[]> {
  return listViolations(page, 'light', { without });
}

/** What axe finds on the page as it is, in the light and in the dark. */
export async function listViolationsOfBoth(stage: AxeStage, screen: Screen): Promise<readonly string[]> {
  const { page, walk } = stage;
  const light = await listLightViolations(stage, screen);
  await page.emulateMedia({ colorScheme: 'dark' });
  await walk.settles();
  const dark = await listDark(page, walk);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark];
}

/** Only colors differ. Seen once, a text still had the color of the other theme a frame later: what is wrong stays wrong. */
async function listDark(page: Page, walk: Walk): Promise<readonly string[]> {
  const only = ['color-contrast', 'link-in-text-block'];
  if ((await listViolations(page, 'dark', { only })).length === 0) return [];
  await walk.settles();
  return listViolations(page, 'dark', { only });
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Each with the first place of it. */
async function listViolations(
  page: Page,
  where: string,
  { only, without = [] }: { readonly only?: readonly string[]; readonly without?: readonly string[] },
): Promise<readonly string[]> {
  // What the tool evaluates is exempt from the policy of the page.
  await page.evaluate(`if (window.axe === undefined) { ${axe}; axe.configure(${settings}); }`);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const runOnly = only === undefined ? { type: 'tag', values: tags } : { type: 'rule', values: only };
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const options = JSON.stringify({ runOnly, rules, resultTypes: ['violations'] });
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => {
    const [first] = nodes;
    return `${where}: ${id} ×${nodes.length} at ${first?.target.join(' ')}: ${first?.failureSummary}`;
  });
}

/** Nothing makes the whole page scroll to the side. */
export async function listWide({ page }: AxeStage): Promise<readonly string[]> {
  const width = page.viewportSize()?.width ?? 0;
  const { wide, main } = await page.evaluate<Record<'wide' | 'main', number>>(`(() => {
    const main = document.querySelector('main');
    const over = main === null ? 0 : main.scrollWidth - main.clientWidth;
    return { wide: document.scrollingElement.scrollWidth, main: over };
  })()`);
  return wide > width || main > 1 ? [`${width}: the page is ${wide} wide, its main part ${main} too wide`] : [];
}
