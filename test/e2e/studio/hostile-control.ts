import { expect } from 'vitest';
import type { Studio } from '../../support/studio.ts';
import { eventually, patience } from '../../support/studio-desk.ts';
import { enemy, hostileElements } from './hostile-texts.ts';
import type { Watch } from './hostile-watch.ts';

const script = '<script>canary()</script>';

/** Pages that do harm, and what the watch must report for each. */
const harms: Readonly<Record<string, RegExp>> = {
  [script]: /^error: ran: /,
  '<img src=x onerror=canary()>': /^error: ran: /,
  '<script>alert(1)</script>': /^error: called alert/,
  '<script>throw new Error("x")</script>': /^broke: /,
  [`<img src="${enemy}/pixel.gif">`]: /^request: https:\/\/enemy\.example\/pixel\.gif/,
  [`<meta http-equiv=refresh content="0;url=${enemy}/away">`]: /^left: https:\/\/enemy\.example\/away/,
  '<a href="/v1/me" target=_blank>press</a>': /^opened: /,
  '<iframe></iframe>': /^element: /,
  '<p onclick="x">press</p>': /^attribute: /,
  '<a href="javascript:canary()">press</a>': /^scheme: /,
  [`<a href="${enemy}">enemy.example</a>`]: /^unguarded: /,
  [`<a href="${enemy}" rel="noopener noreferrer nofollow" target=_blank>bank.example</a>`]: /^host not shown: /,
  '<p>\u202Eevil</p>': /^not isolated: /,
};

/** As markup of a page they are nothing: they were written for a place in a script, in XML, or between other tags. */
const inert: readonly RegExp[] = [
  /^'-canary/,
  /^<!\[CDATA/,
  /^<form id=document>/,
  /^<img\/src/,
  /^<scr<script>/,
  /^<template><script>/,
];

/** Proves that the watch works: on the same page, it reports each kind of harm. */
export async function seesHarm(watch: Watch, studio: Studio): Promise<void> {
  await watch.page.context().route(`${enemy}/**`, (route) => route.fulfill({ body: '' }));
  for (const [html, sign] of Object.entries(harms)) {
    watch.forgetEvents();
    await showPage(watch, studio, { html });
    const link = watch.page.locator('a[target]', { hasText: 'press' });
    if ((await link.count()) > 0) await link.click();
    await harmOf(watch, html).toContainEqual(expect.stringMatching(sign));
  }
  for (const html of hostileElements.filter((text) => !inert.some((start) => start.test(text)))) {
    watch.forgetEvents();
    await showPage(watch, studio, { html });
    await harmOf(watch, html).not.toEqual([]);
  }
}

/** Polls until the harm is reported: a page does it after it has loaded. */
function harmOf(watch: Watch, html: string) {
  return expect.poll(async () => [...(await watch.listFaults()), ...watch.listEvents()], {
    ...patience,
    message: html,
  });
}

/** The policy that keeps the texts from running if all else fails, and that it reports them. */
export async function seesPolicy(watch: Watch, studio: Studio): Promise<void> {
  const { headers } = await studio.api.get('/');
  const policy = headers.get('content-security-policy') ?? '';
  watch.forgetEvents();
  for (const html of hostileElements) await showPage(watch, studio, { html, policy });
  const refused = [/: script-src-elem inline/, /: script-src-attr inline/, /: img-src https:\/\/enemy/, /: style-src/];
  // The browser reports what it refused a moment after the page has loaded.
  for (const what of refused) {
    await eventually(async () => watch.listEvents()).toContainEqual(expect.stringMatching(what));
  }
  expect(watch.listEvents().filter((event) => /ran: |called /.test(event))).toEqual([]);
}

/** At an address of the Studio, in place of what the server has there. */
async function showPage(
  watch: Watch,
  studio: Studio,
  { html, policy }: { readonly html: string; readonly policy?: string },
): Promise<void> {
  const headers = policy === undefined ? {} : { 'content-security-policy': policy };
  const body = `<!doctype html><meta charset=utf-8><title>harm</title><body>${html}`;
  const harm = `${studio.url}/harm`;
  const { page } = watch;
  await page.route(harm, (route) => route.fulfill({ contentType: 'text/html', headers, body }), { times: 1 });
  await page.goto(harm);
}
