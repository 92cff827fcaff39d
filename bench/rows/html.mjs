import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser, openOwnBrowser } from '../../test/support/browser.ts';
import { childFile } from '../built-package.mjs';
import { median, runChild } from '../measure.mjs';

const limits = { ratio: 5, megabytes: 60 };
const visits = 5;

export async function measureHtml(folder) {
  const page = join(folder, 'report.html');
  const { subjectMs, baselineMs, pageBytes, jsonBytes } = runChild([childFile('time-html.mjs'), page], folder);
  const what = 'HTML report of 10,000 cases of four turns';
  const megabytes = pageBytes / 1e6;
  return [
    {
      what: `${what}, metrics included`,
      bar: `≤ ${limits.ratio}× JSON.stringify of the same records`,
      measured: `${subjectMs.toFixed(0)} ms against ${baselineMs.toFixed(0)} ms`,
      ratio: `${(subjectMs / baselineMs).toFixed(2)}×`,
      met: subjectMs <= limits.ratio * baselineMs,
    },
    {
      what: `${what}: size`,
      bar: `≤ ${limits.megabytes} MB`,
      measured: `${megabytes.toFixed(1)} MB; the records as JSON ${(jsonBytes / 1e6).toFixed(1)} MB`,
      ratio: `${(megabytes / limits.megabytes).toFixed(2)}×`,
      met: megabytes <= limits.megabytes,
    },
    await measurePaint(`${what}: first paint in Chromium`, page),
  ];
}

async function measurePaint(what, page) {
  const bar = 'before any data is parsed';
  const executable = findBrowser();
  if (executable === undefined) return { what, bar, measured: 'Chromium is not installed', ratio: '', met: undefined };
  const seen = [];
  for (let visit = 0; visit < visits; visit++) seen.push(await visitPage(executable, page));
  const [paintMs, dataMs] = [median(seen.map((times) => times.paintMs)), median(seen.map((times) => times.dataMs))];
  return {
    what,
    bar,
    measured: `${paintMs.toFixed(0)} ms; first data parsed at ${dataMs.toFixed(0)} ms`,
    ratio: `${(paintMs / dataMs).toFixed(2)}×`,
    met: seen.every((times) => times.paintMs < times.dataMs),
  };
}

/** A new browser each time, so that no cache is warm. The page marks when it first parses data. */
async function visitPage(executable, path) {
  const { context, close } = await openOwnBrowser(executable);
  try {
    const page = await context.newPage();
    await page.goto(pathToFileURL(path).href);
    await page.waitForSelector('.row');
    return await page.evaluate(`({
      paintMs: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      dataMs: performance.getEntriesByName('turnwise-data')[0].startTime,
    })`);
  } finally {
    await close();
  }
}
