import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { ensurePart } from '../../tools/system-parts.mjs';

/** Where Chromium is; undefined: it is not installed, and the command to install it has been printed. */
export function findBrowser(): string | undefined {
  const { found, path } = ensurePart('chromium');
  return found ? path : undefined;
}

export interface OpenBrowser {
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

const args = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

// Starting Chromium takes a second, so the test files of one process share it.
let launched: Promise<Browser> | undefined;

/** A fresh profile that shares nothing with others and makes no requests of its own. */
export async function openBrowser(executablePath: string): Promise<OpenBrowser> {
  launched ??= chromium.launch({ executablePath, headless: true, args });
  const context = await (await launched).newContext();
  return { context, close: () => context.close() };
}

/** A Chromium of its own, for measurements in which nothing may be warm. */
export async function openOwnBrowser(executablePath: string): Promise<OpenBrowser> {
  const browser = await chromium.launch({ executablePath, headless: true, args });
  const context = await browser.newContext();
  return { context, close: () => browser.close() };
}
