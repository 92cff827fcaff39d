import type { ApiClient } from './api-client.ts';
import { openBrowser } from './browser.ts';
import { type Studio, type StudioOptions, startStudio } from './studio.ts';
import { Desk } from './studio-desk.ts';
import { openStudio } from './studio-page.ts';

/** One person at one browser on a roomy screen, in front of a Studio of their own. */
export interface Day {
  readonly studio: Studio;
  readonly api: ApiClient;
  readonly desk: Desk;
  readonly complaints: readonly string[];
  readonly end: () => Promise<void>;
}

export interface DayOptions extends StudioOptions {
  /** Default: the front page. */
  readonly path?: string;
}

export async function beginDay(executablePath: string, { path = '/', ...options }: DayOptions): Promise<Day> {
  const studio = await startStudio(options);
  const browser = await openBrowser(executablePath);
  const { page, complaints } = await openStudio(browser.context, studio, { path });
  await page.setViewportSize({ width: 1500, height: 950 });
  const end = async () => {
    await browser.close();
    await studio.remove();
  };
  return { studio, api: studio.api, desk: new Desk(page), complaints, end };
}
