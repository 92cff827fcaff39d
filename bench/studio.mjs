// The built Studio in Chromium, as on a first visit.
import { ApiClient, makeSignInLink } from '../test/support/api-client.ts';
import { findBrowser, openOwnBrowser } from '../test/support/browser.ts';

/** The token that bench/served.mjs gives its servers. */
const token = 'bench';

export { findBrowser };

/** Opens a browser with an empty profile. `work` gets a page, a DevTools session, and `linkTo` for sign-in links. */
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

/** Waits until a page shows something and loads nothing more. */
export async function settle(page) {
  await page.locator('main').first().waitFor();
  await page.waitForLoadState('networkidle');
}
