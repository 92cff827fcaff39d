import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { ensurePart } from '../system-parts.mjs';
import { reportPictures, takeReportPictures } from './report-pictures.ts';
import { type Device, renderSheet, type Screen, type Theme, toFileName } from './screen.ts';
import { screens } from './screens.ts';
import { repository, type StoryPlace, serveStory, withStoryStore } from './served-story.ts';
import { StoryClock, today } from './story-clock.ts';
import { takePicture } from './take-picture.ts';
import { editBeside, tellStory } from './tell-story.ts';

/** What the contact sheet may weigh: pictures stay in the history of a repository for ever. */
const mostBytes = 4_600_000;
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } } as const;
const switches = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

interface Wanted {
  readonly screens: readonly Screen[];
  readonly reports: typeof reportPictures;
  readonly folder: string;
  readonly studio: string;
  readonly devices: readonly Device[];
  readonly themes: readonly Theme[];
}

/** `npm run screens [name …] [-- --out folder]`: pictures of the screens whose name begins with one of the names. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string', default: join(repository, 'docs', 'screens') },
      studio: { type: 'string', default: join(repository, 'dist', 'studio') },
      device: { type: 'string' },
      theme: { type: 'string' },
    },
  });
  const isNamed = ({ name }: { readonly name: string }) =>
    positionals.length === 0 ||
    positionals.some((part) => name === part || (part.endsWith('*') && name.startsWith(part.slice(0, -1))));
  const folder = resolve(values.out);
  mkdirSync(folder, { recursive: true });
  const devices = (['desktop', 'phone'] as const).filter((name) => (values.device ?? name) === name);
  const themes = (['light', 'dark'] as const).filter((name) => (values.theme ?? name) === name);
  const reports = reportPictures.filter(isNamed);
  const wanted = { screens: screens.filter(isNamed), reports, folder, studio: resolve(values.studio) };
  const total = await pictureAll({ ...wanted, devices, themes });
  writeFileSync(join(folder, 'README.md'), renderSheet(screens));
  console.log(`${(total / 1e6).toFixed(2)} MB in ${folder}`);
  if (total <= mostBytes) return;
  console.error(`That is more than ${mostBytes / 1e6} MB: picture fewer screens.`);
  process.exitCode = 1;
}

async function pictureAll({ devices, themes, reports, ...wanted }: Wanted): Promise<number> {
  const { found, path } = ensurePart('chromium');
  if (!found || path === undefined) throw new Error('Chromium is not there.');
  const browser = await chromium.launch({ executablePath: path, args: switches });
  let total = 0;
  try {
    total += await takeReportPictures(browser, { pictures: reports, folder: wanted.folder });
    if (wanted.screens.length === 0) return total;
    for (const device of devices)
      for (const theme of themes) total += await pictureStory(browser, { ...wanted, device, theme });
  } finally {
    await browser.close();
  }
  return total;
}

type Sitting = Pick<Wanted, 'screens' | 'folder' | 'studio'> & { readonly device: Device; readonly theme: Theme };

/** One story for every device and theme: what a picture changes is not seen in the next. */
function pictureStory(browser: Browser, sitting: Sitting): Promise<number> {
  return withStoryStore(async (store) => {
    const place = { store, clock: new StoryClock() };
    await tellStory(place);
    const served = await serveStory(place, sitting.studio);
    try {
      return await pictureScreens(browser, { ...sitting, place, url: served.url });
    } finally {
      await served.close();
    }
  });
}

async function pictureScreens(
  browser: Browser,
  { screens: list, device, theme, folder, place, url }: Sitting & { readonly place: StoryPlace; readonly url: string },
): Promise<number> {
  let total = 0;
  for (const screen of list.filter(({ devices = ['desktop', 'phone'] }) => devices.includes(device))) {
    const context = await browser.newContext({
      ...{ viewport: sizes[device], deviceScaleFactor: device === 'phone' ? 2 : 1.25, colorScheme: theme },
      ...{ reducedMotion: 'reduce', timezoneId: 'UTC', locale: 'en-US', hasTouch: device === 'phone' },
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${screen.name}: ${error.message}`));
    await page.clock.setFixedTime(today);
    try {
      await page.goto(url + screen.path);
      await page.locator(screen.waitFor).first().waitFor();
      await screen.prepare?.({ page, device, editBeside: (change) => editBeside(place, change) });
    } catch (error) {
      console.error(
        `${screen.name} (${device}, ${theme}): ${error instanceof Error ? error.message.split('\n')[0] : error}`,
      );
      process.exitCode = 1;
    }
    total += await takePicture(page, join(folder, toFileName(screen, device, theme)));
    await context.close();
  }
  return total;
}

await main();
