import type { BrowserContext, Page } from 'playwright-core';
import type { Studio } from './studio.ts';

/** A page of the Studio, and what it did that it must not. */
export interface StudioPage {
  readonly page: Page;
  /** Refusals of the policy, errors, warnings, dialogs, and requests to any other server. */
  readonly complaints: readonly string[];
}

export interface OpenOptions {
  /** Default: the front page. */
  readonly path?: string;
  /** What a test means to happen, such as requests that fail while the server is away. */
  readonly isExpected?: (complaint: string) => boolean;
}

/** Lets a fresh page of the browser in, leads it to an address, and waits until something is shown. */
export async function openStudio(
  context: BrowserContext,
  studio: Studio,
  { path = '/', isExpected = () => false }: OpenOptions = {},
): Promise<StudioPage> {
  const page = await context.newPage();
  const complaints = await watchPage(page, studio, isExpected);
  await page.goto(await studio.linkTo(path));
  await page.locator('main').first().waitFor();
  return { page, complaints };
}

/** Notes from now on what a page must not do. Begin before it goes anywhere. */
export async function watchPage(
  page: Page,
  studio: Pick<Studio, 'url'>,
  isExpected: (complaint: string) => boolean = () => false,
): Promise<readonly string[]> {
  const complaints: string[] = [];
  const complain = (complaint: string) => {
    if (!isExpected(complaint)) complaints.push(complaint);
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complain(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complain(`broke: ${error.stack ?? error.message}`));
  page.on('dialog', (dialog) => {
    complain(`dialog: ${dialog.type()} ${dialog.message()}`);
    // Nothing else answers it, and the page waits until then.
    void dialog.accept();
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== studio.url && protocol !== 'data:' && protocol !== 'blob:') complain(`request: ${request.url()}`);
  });
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    console.error('refused by the policy: ' + event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample);
  });`);
  return complaints;
}
