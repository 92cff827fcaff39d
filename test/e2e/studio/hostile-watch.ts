import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Studio } from '../../support/studio.ts';
import { openStudio, type StudioPage } from '../../support/studio-page.ts';
import { Walk } from '../../support/studio-walk.ts';

/** What a text has done, once it could do anything; what it calls is there in every window. */
const canary = `window.canary = () => {
  console.error('ran: ' + new Error().stack);
};
for (const name of ['alert', 'confirm', 'prompt', 'open', 'print']) {
  window[name] = () => console.error('called ' + name);
}`;

/** What is in the page and must not be, each in a few words. */
const listFaults = `(() => {
  const faults = [];
  const found = (what, element) => faults.push(what + ': ' + element.outerHTML.slice(0, 300));
  const showsHost = (link, start, host) =>
    (link.textContent.toLowerCase().startsWith(start) && !/\\p{Bidi_Control}/u.test(link.textContent)) ||
    [...link.querySelectorAll('*')].some((part) => part.textContent.trim() === host);
  const isOwn = (address) => new URL(address, location.href).origin === location.origin;
  const foreign = 'iframe, frame, object, embed, base, form[action], meta[http-equiv], style, portal, math, marquee, audio, video, image, foreignObject, use, animate';
  for (const element of document.querySelectorAll(foreign)) found('element', element);
  for (const element of document.querySelectorAll('script, link, img')) {
    const address = element.src ?? element.href;
    if (!address || !isOwn(address)) found('element', element);
  }
  for (const element of document.querySelectorAll('*')) {
    const names = element.getAttributeNames();
    if (names.some((name) => name.startsWith('on') || name === 'srcdoc')) found('attribute', element);
  }
  for (const link of document.querySelectorAll('a, area')) {
    const href = link.getAttribute('href') ?? link.getAttribute('xlink:href');
    if (href === null) continue;
    const { protocol, origin, host } = new URL(href, location.href);
    if (origin === location.origin && (href.startsWith('/') || href.startsWith('#'))) continue;
    const rel = (link.getAttribute('rel') ?? '').split(' ');
    const isGuarded = ['noopener', 'noreferrer', 'nofollow'].every((word) => rel.includes(word));
    if (!/^https?:$/.test(protocol)) found('scheme', link);
    else if (!isGuarded || link.getAttribute('target') !== '_blank') found('unguarded', link);
    else if (!showsHost(link, protocol + '//' + host, host)) found('host not shown', link);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!/[\\u202A-\\u202E\\u2066-\\u2069]/.test(node.data)) continue;
    const place = node.parentElement;
    if (place.closest('bdi, [dir], pre, code, textarea, title') === null) found('not isolated', place);
  }
  return faults;
})()`;

/** Longer lists repeat themselves. */
const mostScreens = 40;

/** A person who looks at hostile texts, and everything that must not happen during that. */
export class Watch {
  readonly page: Page;
  readonly walk: Walk;
  readonly #complaints: readonly string[];
  readonly #ways: string[] = [];
  #known = { complaints: 0, ways: 0 };

  private constructor({ page, complaints }: StudioPage, context: BrowserContext, studio: Studio) {
    this.page = page;
    this.walk = new Walk(page, studio);
    this.#complaints = complaints;
    context.on('page', (opened) => this.#ways.push(`opened: ${opened.url()}`));
    page.on('framenavigated', (frame) => {
      if (!frame.url().startsWith(`${studio.url}/`)) this.#ways.push(`left: ${frame.url()}`);
    });
    page.setDefaultTimeout(45_000);
  }

  static async start(
    context: BrowserContext,
    studio: Studio,
    isExpected: (complaint: string) => boolean = () => false,
  ): Promise<Watch> {
    await context.addInitScript(canary);
    return new Watch(await openStudio(context, studio, { isExpected }), context, studio);
  }

  /** What ran, asked, opened or led away. */
  listEvents(): readonly string[] {
    return [...this.#complaints.slice(this.#known.complaints), ...this.#ways.slice(this.#known.ways)];
  }

  /** What happened until now was meant to happen. */
  forgetEvents(): void {
    this.#known = { complaints: this.#complaints.length, ways: this.#ways.length };
  }

  /** What is in the page now and could run. */
  listFaults(): Promise<readonly string[]> {
    return this.page.evaluate<readonly string[]>(listFaults);
  }

  async seesNoHarm(where: string): Promise<void> {
    const harm = [...(await this.listFaults()), ...this.listEvents()];
    expect(harm.join('\n'), where).toBe('');
  }

  /** Scrolls through a list and looks at every row. */
  async scrolls(scroller: string, where: string): Promise<void> {
    let isEnd = false;
    for (let screen = 0; !isEnd && screen < mostScreens; screen += 1) {
      await this.seesNoHarm(where);
      isEnd = await this.page.evaluate<boolean>(renderScroll(scroller));
    }
  }
}

/** Goes one screen on and lets it be painted; whether that was the last. */
function renderScroll(selector: string): string {
  return `(async () => {
    const scroller = document.querySelector(${JSON.stringify(selector)});
    scroller.scrollTop += scroller.clientHeight * 0.9;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
  })()`;
}
