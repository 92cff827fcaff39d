import type { Page, Request } from 'playwright-core';

/** A person who goes from screen to screen, and looks when a screen has loaded everything. */
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

  /** As a link of the Studio leads there: the page is not loaded again. */
  async goTo(path: string, shows = 'main h1'): Promise<void> {
    await this.page.evaluate(renderNavigation(path));
    await this.#sees(shows);
  }

  /** As a person comes there who typed the address: what was open is closed. */
  async load(path: string, shows = 'main h1'): Promise<void> {
    // What a page had asked for dies with it, and the browser does not report each of its requests as failed.
    this.#underWay.clear();
    await this.page.goto(this.#url + path);
    await this.#sees(shows);
  }

  async #sees(selector: string): Promise<void> {
    await this.page.locator(selector).first().waitFor();
    await this.settles();
  }

  /** No request is pending, and the replies are painted. A reply may cause more requests, so it checks several times. */
  async settles(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await this.page.evaluate('new Promise(requestAnimationFrame)');
      if (this.#underWay.size > 0) quiet = -1;
    }
  }
}

/** The Studio puts its router on the window. The router says when the other page is drawn. */
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
