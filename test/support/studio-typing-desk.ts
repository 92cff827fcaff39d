import { createHeldItem, getItem, type Key } from './api-client-items.ts';
import { type OpenBrowser, openBrowser } from './browser.ts';
import { type Studio, startStudio } from './studio.ts';
import { Desk } from './studio-desk.ts';
import { openStudio, type StudioPage } from './studio-page.ts';

/** An empty Studio and a browser, for tests of where the text ends up while one of the two is away. */
export class TypingDesk {
  readonly studio: Studio;
  readonly browser: OpenBrowser;
  readonly #isExpected: (complaint: string) => boolean;

  private constructor(studio: Studio, browser: OpenBrowser, isExpected: (complaint: string) => boolean) {
    this.studio = studio;
    this.browser = browser;
    this.#isExpected = isExpected;
  }

  /** `isExpected`: what the browser says about the one that is away. */
  static async start(executablePath: string, isExpected: (complaint: string) => boolean): Promise<TypingDesk> {
    const studio = await startStudio({ fill: async () => {} });
    return new TypingDesk(studio, await openBrowser(executablePath), isExpected);
  }

  /** Another page of the browser, at home. */
  openHome(): Promise<StudioPage> {
    return openStudio(this.browser.context, this.studio, { isExpected: this.#isExpected });
  }

  /** Another page of the browser, with a new item on it that is assigned to this person. */
  async openItem(key: Key): Promise<{ readonly desk: Desk; readonly complaints: readonly string[] }> {
    await createHeldItem(this.studio.api, key);
    const { page, complaints } = await this.openHome();
    const desk = new Desk(page);
    await desk.open(this.studio, key);
    return { desk, complaints };
  }

  /** What the turns say on the server; undefined while it does not answer. */
  async readTexts(key: Key): Promise<readonly (string | undefined)[] | undefined> {
    const answer = await getItem(this.studio.api, key).catch(() => undefined);
    return answer?.item.history?.map(({ msg }) => msg);
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.studio.remove();
  }
}
