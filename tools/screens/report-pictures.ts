import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { runCli } from '../../src/cli/run-cli.ts';
import { listReportCases } from '../../test/support/report-cases.ts';
import { writeReport } from '../../test/support/write-report.ts';
import type { Theme } from './screen.ts';
import { StoryClock, today } from './story-clock.ts';
import { savePng } from './take-picture.ts';
import { toIo } from './tell-story.ts';

interface ReportPicture {
  readonly name: string;
  readonly page: 'running' | 'grading' | 'metrics';
  /** What is open in the page, as its address says it. */
  readonly open: string;
  readonly size: { readonly width: number; readonly height: number };
  /** Pixels of the picture per pixel of the page. Default: 1. */
  readonly scale?: number;
  readonly theme: Theme;
}

const wide = { width: 1280, height: 800 } as const;
// Narrower than the Studio's pictures: the README shows this one at about 880 pixels, and its text has to stay readable.
const failing = { page: 'running', open: '#case=3', size: { width: 1120, height: 735 }, scale: 1.5 } as const;

/** Pictures of HTML reports, for the README and the guides. */
export const reportPictures: readonly ReportPicture[] = [
  { name: 'report-failing-turn', theme: 'light', ...failing },
  { name: 'report-failing-turn-dark', theme: 'dark', ...failing },
  { name: 'report-metrics', page: 'metrics', open: '', size: wide, theme: 'light' },
  { name: 'report-case', page: 'grading', open: '#case=2', size: wide, theme: 'light' },
  { name: 'report-every-turn-dark', page: 'running', open: '#case=2', size: wide, theme: 'dark' },
  { name: 'report-narrow', page: 'grading', open: '#case=2', size: { width: 360, height: 740 }, theme: 'light' },
];

/** Runs two examples, writes their pages, and takes a picture of each page as it opens from its address. */
export async function takeReportPictures(
  browser: Browser,
  { pictures, folder }: { readonly pictures: readonly ReportPicture[]; readonly folder: string },
): Promise<number> {
  if (pictures.length === 0) return 0;
  const work = mkdtempSync(join(tmpdir(), 'turnwise-reports-'));
  try {
    await writePages(work);
    let total = 0;
    for (const { name, page: file, open, size: viewport, theme: colorScheme, scale = 1 } of pictures) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        deviceScaleFactor: scale,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto(`${pathToFileURL(join(work, `${file}.html`))}${open}`);
      if (open !== '') await page.locator('.transcript .turn').first().waitFor();
      total += await savePng(page, join(folder, `${name}.png`));
      await context.close();
    }
    return total;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function writePages(folder: string): Promise<void> {
  const running = ['examples/running/every-turn.eval.yaml', '--target', 'careful,careless'];
  await run([...running, '--html', join(folder, 'running.html')], folder);
  await run(['examples/grading/grading.eval.yaml', '--html', join(folder, 'grading.html')], folder);
  const targets = ['careful', 'careless'].map((id) => ({ id, provider: 'http' }));
  await writeReport(join(folder, 'metrics.html'), [...listReportCases(400)], { targets });
}

async function run(args: readonly string[], folder: string): Promise<void> {
  const clock = new StoryClock();
  clock.set(today);
  const store = join(folder, 'turnwise.db');
  const code = await runCli(['run', ...args, '--db', store, '--concurrency', '1'], toIo({ store, clock }));
  // Cases that fail are what the pictures show; anything worse is not.
  if (code > 1) throw new Error(`turnwise run ${args[0]} ended with exit code ${code}.`);
}
