import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Small enough to be kept with the text, sharp enough to be read. */
const quality = 75;

/** Said to the browser, which knows its document; this process does not. */
const settled = `(async () => {
  await document.fonts.ready;
  const moving = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
})()`;

/** The same as PNG, for pages that show pictures only in this format. */
export async function savePng(page: Page, file: string): Promise<number> {
  await settle(page);
  return (await page.screenshot({ path: file, type: 'png' })).length;
}

/** Waits until nothing moves and nothing is awaited, then writes what is seen, as WebP. */
export async function takePicture(page: Page, file: string): Promise<number> {
  await settle(page);
  const session = await page.context().newCDPSession(page);
  // A picture of the page as it is drawn: the framework's own way knows no WebP.
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  await session.detach();
  const bytes = Buffer.from(data, 'base64');
  writeFileSync(file, bytes);
  return bytes.length;
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(settled);
}
