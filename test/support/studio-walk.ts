import type { Page, Request } from 'playwright-core';

/** Somebody who goes from screen to screen, and looks when all that a screen asked for is there. */
export class Walk {
  readonly page: Page;
  readonly #url: string;
  readonly #underWay = new Set<Request>();

  constructor(page: Page, { url }: { readonly url: string }) {
    this.page = page;
    this.#url = url;
    page.on('request', (request) => this.#underWay.add(request));
    page.on('requestfinished', (request) => this.#underWay.delete(request));
    page.on('requestfailed', (request) => this.#underWay.delete(request));
  }

  /** As a link of the Studio leads there: nothing is loaded anew. */
  async goTo(path: string, shows = 'main h1'): Promise<void> {
    await this.page.evaluate(renderNavigation(path));
    await this.#sees(shows);
  }

  /** As somebody comes there who typed the address: whatever was open is gone. */
  async load(path: string, shows = 'main h1'): Promise<void> {
    // What a page had asked for dies with it, and not every request of it is told to have failed.
    this.#underWay.clear();
    await this.page.goto(this.#url + path);
    await this.#sees(shows);
  }

  async #sees(selector: string): Promise<void> {
    await this.page.locator(selector).first().waitFor();
    await this.settles();
  }

  /** Nothing is under way any more, and what came is painted. What comes may ask for more: looked at several times. */
  async settles(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await this.page.evaluate('new Promise(requestAnimationFrame)');
      if (this.#underWay.size > 0) quiet = -1;
    }
  }
}

/** The router of the Studio stands in its window: it tells when the other page is drawn. */
function renderNavigation(path: string): string {
  return `new Promise((resolve) => {
    const { history, subscribe } = self.__TSR_ROUTER__;
    const stop = subscribe('onRendered', () => {
      stop();
      resolve();
    });
    history.push(${JSON.stringify(path)});
  })`;
}
