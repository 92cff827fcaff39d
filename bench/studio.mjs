// The built Studio in Chromium, as a first visitor gets it.
import { ApiClient, makeSignInLink } from '../test/support/api-client.ts';
import { findBrowser, openOwnBrowser } from '../test/support/browser.ts';

/** The token that bench/served.mjs gives its servers. */
const token = 'bench';

export { findBrowser };

/** Opens a browser with an empty profile and lets it in; `work` gets the page and a session of the DevTools protocol. */
export async function withStudioPage({ executable, server }, work) {
  const { context, close } = await openOwnBrowser(executable);
  try {
    const page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    const devtools = await context.newCDPSession(page);
    const linkTo = (path) => makeSignInLink(new ApiClient(server.url, { authorization: `Bearer ${token}` }), path);
    return await work({ page, devtools, linkTo });
  } finally {
    await close();
  }
}

/** Waits until a page shows something and asks for nothing more. */
export async function settle(page) {
  await page.locator('main').first().waitFor();
  await page.waitForLoadState('networkidle');
}
