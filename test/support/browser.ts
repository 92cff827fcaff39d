import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { ensurePart } from '../../tools/system-parts.mjs';

/** Where Chromium is; undefined: it is not there, and the command to install it has been printed. */
export function findBrowser(): string | undefined {
  const { found, path } = ensurePart('chromium');
  return found ? path : undefined;
}

export interface OpenBrowser {
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

/** A browser with a fresh profile that talks to nobody on its own. */
export async function openBrowser(executablePath: string): Promise<OpenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'turnwise-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}
