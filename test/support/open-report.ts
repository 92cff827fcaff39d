import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { HtmlReportInput } from '../../src/report/html/render-html-report.ts';
import type { ReportCase } from '../../src/report/html/to-page-case.ts';
import type { OpenBrowser } from './browser.ts';
import { makeProject } from './temp-project.ts';
import { writeReport } from './write-report.ts';

/** What a page did that it must not: complaints of the browser, and requests besides the file itself. */
export interface WatchedPage {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Writes a report that is there until the test is over; returns its path. */
export async function makeReport(cases: readonly ReportCase[], more: Partial<HtmlReportInput> = {}): Promise<string> {
  const path = join(makeProject(), 'report.html');
  await writeReport(path, cases, more);
  return path;
}

/** Opens the page of a report until the test is over. */
export async function openReport({ context }: OpenBrowser, path: string, hash = ''): Promise<WatchedPage> {
  const address = pathToFileURL(path).href;
  const complaints: string[] = [];
  const page = await context.newPage();
  onTestFinished(() => page.close());
  page.on('console', (message) => complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) complaints.push(`request: ${request.url()}`);
  });
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    console.error('refused by the policy: ' + event.violatedDirective);
  });`);
  await page.goto(address + hash);
  await page.waitForSelector('.list');
  return { page, complaints };
}
