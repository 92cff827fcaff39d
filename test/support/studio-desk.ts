import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Key } from './api-client-items.ts';
import type { Studio } from './studio.ts';

/** As long as a busy machine may take. Nothing waits so long that works. */
export const patience = { timeout: 30_000, interval: 50 };

const typedAtOnce = 10;

/** A reviewer at the Review page: what they press, and what they see. */
export class Desk {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(patience.timeout);
  }

  /** Goes there and waits for the conversation. */
  async open(studio: Studio, { dataset, id }: Key, search = ''): Promise<void> {
    const path = `/review/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}${search}`;
    await this.page.goto(studio.url + path);
    await this.turn(1).waitFor();
  }

  /** From 1. */
  turn(number: number): Locator {
    return this.page.locator(`article[aria-label^="Turn ${number},"]`);
  }

  turns(): Locator {
    return this.page.locator('article[data-turn]');
  }

  async seesHeading(name: string): Promise<void> {
    await this.page.getByRole('heading', { name }).first().waitFor();
  }

  /** The page of this name is loaded, and its keys work. */
  async seesPage(name: string): Promise<void> {
    await this.page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  field(name: string | RegExp): Locator {
    return this.page.getByRole('textbox', { name });
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** With a frame now and then, as between the keys of a person: React counts updates that leave it no time for others. */
  async type(text: string): Promise<void> {
    for (let at = 0; at < text.length; at += typedAtOnce) {
      await this.page.keyboard.type(text.slice(at, at + typedAtOnce));
      await this.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    }
  }

  /** Selects a turn with the keys alone. */
  async goToTurn(number: number): Promise<void> {
    const at = async () => Number(/\d+/.exec((await this.current().getAttribute('aria-label')) ?? '')?.[0] ?? 0);
    // A key that is pressed while the page still loads is not for the page.
    await eventually(async () => {
      if ((await this.current().count()) === 0) await this.press('j');
      return this.current().count();
    }).toBe(1);
    for (let now = await at(); now !== number; now = await at()) {
      const next = now < number ? now + 1 : now - 1;
      await this.press(now < number ? 'j' : 'k');
      await this.page.locator(`article[aria-current="true"][aria-label^="Turn ${next},"]`).waitFor();
    }
  }

  current(): Locator {
    return this.page.locator('article[aria-current="true"]');
  }

  /** Opens the text of a turn, and leaves the caret at its end. */
  async write(number: number): Promise<Locator> {
    await this.goToTurn(number);
    await this.press('e');
    const field = this.field(`Text of turn ${number}`);
    await field.waitFor();
    return field;
  }

  /** What is shown next to the item about where its text is saved. */
  async seesState(state: string): Promise<void> {
    await this.page.getByRole('button', { name: state, exact: true }).waitFor();
  }

  async seesNote(text: string | RegExp): Promise<void> {
    await this.notes().getByText(text).first().waitFor();
  }

  notes(): Locator {
    return this.page.getByRole('region', { name: 'Notifications' });
  }
}

/** Waits until what `read` gives is as it should be; what is stored comes a moment after what is seen. */
export function eventually<Value>(read: () => Promise<Value>) {
  return expect.poll(read, patience);
}
