import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../support/browser.ts';
import { listScreens } from './axe-screens.ts';
import { type AxeStage, getScreen, listLightViolations, listWide, setAxeStage } from './axe-stage.ts';

const executablePath = findBrowser();
const phone = { width: 360, height: 740 };
/** 1280 pixels at a zoom of 200%. */
const zoomed = { width: 640, height: 400 };

describe.skipIf(executablePath === undefined)('the Studio for everyone, on a phone and zoomed', () => {
  let stage: AxeStage;
  beforeAll(async () => {
    stage = await setAxeStage(executablePath ?? '', phone);
  }, 120_000);
  afterAll(async () => stage?.end());

  it.each(listScreens('narrow'))('axe finds nothing at %s, and it fits', async (name) => {
    await stage.page.setViewportSize(phone);
    const screen = getScreen(name);
    await stage.show(screen);
    const found = [...(await listLightViolations(stage, screen)), ...(await listWide(stage))];
    await stage.page.setViewportSize(zoomed);
    await stage.walk.settles();
    expect([...found, ...(await listWide(stage))].join('\n')).toBe('');
  });
});
