import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../support/browser.ts';
import { listScreens } from './axe-screens.ts';
import { type AxeStage, getScreen, listViolationsOfBoth, listWide, setAxeStage } from './axe-stage.ts';

const executablePath = findBrowser();

describe.skipIf(executablePath === undefined)('the Studio for everyone', () => {
  let stage: AxeStage;
  beforeAll(async () => {
    stage = await setAxeStage(executablePath ?? '', { width: 1280, height: 800 });
  }, 120_000);
  afterAll(async () => stage?.end());

  it.each(listScreens('wide'))('axe finds nothing at %s, light and dark', async (name) => {
    const screen = getScreen(name);
    await stage.show(screen);
    expect([...(await listViolationsOfBoth(stage, screen)), ...(await listWide(stage))].join('\n')).toBe('');
  });

  it('would have found a text that cannot be read, a button without a name, a page that is too wide', async () => {
    const screen = getScreen('home');
    await stage.show(screen);
    await stage.page.evaluate(`document.querySelector('main').insertAdjacentElement('afterbegin',
      Object.assign(document.createElement('button'), { id: 'bad' }))`);
    await stage.page.evaluate("document.querySelector('#bad').style.cssText = 'min-width: 3000px; min-height: 30px'");
    await stage.page.evaluate(`document.querySelector('main h2').style.color = 'light-dark(#eee, #222)'`);
    const found = [...(await listViolationsOfBoth(stage, screen)), ...(await listWide(stage))];
    expect(found).toEqual([
      expect.stringMatching(/^light: button-name ×1/),
      expect.stringMatching(/^light: color-contrast/),
      expect.stringMatching(/^dark: color-contrast/),
      expect.stringMatching(/^1280: the page is/),
    ]);
  });

  it('keeps still for those who ask for it', async () => {
    await stage.show(getScreen('the keys'));
    const moving = `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().duration > 1).length`;
    expect(await stage.page.evaluate(moving)).toBe(0);
  });

  it('shows where one is, and every button, in the colors of the system', async () => {
    const { page } = stage;
    await stage.show(getScreen('a conversation'));
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
