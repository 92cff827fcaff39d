import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBody } from '../../support/api-client.ts';
import { getItem, toItemPath } from '../../support/api-client-items.ts';
import { findBrowser, type OpenBrowser, openBrowser } from '../../support/browser.ts';
import { type Studio, startStudio } from '../../support/studio.ts';
import { Desk } from '../../support/studio-desk.ts';
import { fillHostile, toKey, wholeKey } from './hostile-store.ts';
import { hostileTexts } from './hostile-texts.ts';
import { Watch } from './hostile-watch.ts';

const executablePath = findBrowser();
const isExpected = (complaint: string) => /status of (?:400|401|404|409|412|422)/.test(complaint);

/** Lists show only what is in sight: much of it at once here. */
const tall = { width: 2400, height: 4000 };

describe.skipIf(executablePath === undefined)('hostile texts in every field', () => {
  let studio: Studio;
  let browser: OpenBrowser;
  let watch: Watch;
  beforeAll(async () => {
    studio = await startStudio({ fill: fillHostile });
    browser = await openBrowser(executablePath ?? '');
    watch = await Watch.start(browser.context, studio, isExpected);
    await watch.page.setViewportSize(tall);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await studio?.remove();
  });

  async function goTo(path: string, selector = 'main h1') {
    await watch.page.goto(studio.url + path);
    await watch.page.locator(selector).first().waitFor();
    await watch.page.waitForLoadState('networkidle');
  }

  function toReview({ dataset, id }: { readonly dataset: string; readonly id: string }): string {
    return `/review/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}`;
  }

  it('do nothing at home, among datasets, tags and snapshots', async () => {
    for (const path of ['/', '/datasets', '/tags?tab=groups', '/tags?tab=meanings', '/tags?tab=listed', '/snapshots']) {
      await goTo(path, 'main');
      await watch.scrolls('main', path);
    }
  }, 120_000);

  it('do nothing on the page of a dataset', async () => {
    for (const tab of ['overview', 'instructions', 'export']) {
      await goTo(`/datasets/${wholeKey.dataset}?tab=${tab}`, 'main');
      await watch.scrolls('main', tab);
    }
    for (const text of hostileTexts.filter((_, index) => index % 20 === 0)) {
      await goTo(`/datasets/${encodeURIComponent(toKey(text).dataset)}`, 'main');
      await watch.seesNoHarm(text);
    }
  }, 120_000);

  it('do nothing in a conversation, its turns and the panels beside it', async () => {
    await goTo(toReview(wholeKey), 'article');
    await watch.scrolls('section[aria-label="Conversation"] > div.overflow-y-auto', 'turns');
    for (const panel of ['check', 'refs', 'tags', 'labels', 'comment', 'instructions']) {
      await goTo(`${toReview(wholeKey)}?panel=${panel}`, `[data-panel="${panel}"]`);
      await watch.scrolls('#panel', panel);
    }
    await watch.scrolls('aside[aria-label="Queue"] .overflow-auto', 'queue');
  }, 180_000);

  it('do nothing in the explorer: each column, the filters, the preview, the search and the export', async () => {
    const columns =
      'status,id,dataset,question,answer,turns,references,tags,turnTags,updated,by,reviewed,heldBy'.replaceAll(
        ',',
        '%2C',
      );
    await goTo(`/items?columns=${columns}`, '[role="table"] a, table a, [aria-label="Items"] a');
    await watch.scrolls('section[aria-label="Items"] .overflow-auto', 'rows');
    await watch.scrolls('#explorer-filters', 'filters');
    await watch.page.keyboard.press('c');
    await watch.page.getByRole('dialog').waitFor();
    await watch.seesNoHarm('columns');
    for (const text of hostileTexts.filter((_, index) => index % 20 === 0)) {
      const { dataset, id } = toKey(text);
      const open = encodeURIComponent(`${encodeURIComponent(dataset)}/${encodeURIComponent(id)}`);
      const keyword = encodeURIComponent(JSON.stringify(text.slice(0, 40)));
      await goTo(
        `/items?open=${open}&dataset=${encodeURIComponent(JSON.stringify(dataset))}&keyword=${keyword}`,
        'main',
      );
      await watch.page.locator('[aria-label="Preview"] article, [aria-label="Preview"] ol').first().waitFor();
      await watch.seesNoHarm(text);
    }
    await watch.page.keyboard.press('Shift+E');
    await watch.page.getByRole('dialog', { name: 'Export' }).waitFor();
    await watch.seesNoHarm('export');
  }, 180_000);

  it('do nothing in a history, nor between two snapshots', async () => {
    for (const text of hostileTexts.filter((_, index) => index % 36 === 0)) {
      const { dataset, id } = toKey(text);
      const path = `/items/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}/history`;
      await goTo(path, '[aria-label="The revision"] ol, [aria-label="The revision"] li');
      await watch.scrolls('[aria-label="The revision"]', text);
      await watch.page.keyboard.press('d');
      await watch.seesNoHarm(`side by side: ${text}`);
      await goTo(`${path}?view=whole`, '[aria-label="The revision"] article');
      await watch.seesNoHarm(`whole: ${text}`);
    }
    const { snapshots } = toBody<{ snapshots: readonly { id: string }[] }>(await studio.api.get('/v1/snapshots'));
    const [to, , from] = snapshots;
    await goTo(`/snapshots?from=${from?.id}&to=${to?.id}`, 'main details, main li');
    await watch.scrolls('main', 'snapshots');
  }, 180_000);

  it('do nothing where two edits of one item meet', async () => {
    const [mine = '', theirs = ''] = [hostileTexts[7], hostileTexts[51]];
    const key = toKey(hostileTexts[1] ?? '');
    const desk = new Desk(watch.page);
    await desk.open(studio, key);
    const field = await desk.write(1);
    const { etag, item } = await getItem(studio.api, key);
    const [first, ...others] = item.history ?? [];
    const changes = { history: [{ ...first, msg: `${theirs} theirs` }, ...others], comment: theirs };
    expect((await studio.api.put(toItemPath(key), changes, etag)).status).toBe(200);
    await field.fill(`${mine} mine`);
    await desk.press('Control+s');
    await desk.seesState('Conflict');
    await desk.button('Merge').click();
    await watch.page.getByRole('dialog', { name: /changed the same places/ }).waitFor();
    await watch.seesNoHarm('merge');
    await desk.press('t');
    await desk.press('Control+Enter');
    await watch.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await watch.seesNoHarm('merged');
  }, 90_000);

  it('do nothing in the dry run of a file and in what the server says of it', async () => {
    await goTo('/import');
    const bad = hostileTexts.map((text) => ({
      id: toKey(text).id,
      history: [{ role: text, msg: 1, [`x${text}`]: text }],
    }));
    const urls = hostileTexts.map((text, index) => ({
      id: `u${index}`,
      history: [{ role: 'user', msg: text, refs: [{ url: text }] }],
    }));
    const known = hostileTexts.slice(0, 20).map((text) => ({
      ...toKey(text),
      datasetName: toKey(text).dataset,
      history: [{ role: 'user', msg: `other ${text}` }],
    }));
    const lines = [...bad, ...urls, ...known].map((item) => JSON.stringify(item)).join('\n');
    const chats = hostileTexts.map((text, index) =>
      JSON.stringify({
        id: index,
        [`y${text}`]: text,
        conversations: [
          { from: 'human', value: text, [`z${text}`]: 1 },
          { from: text, value: text },
        ],
      }),
    );
    const files = [
      { name: '<img src=x onerror=canary()>.jsonl', buffer: Buffer.from(lines), mimeType: 'application/x-ndjson' },
      {
        name: 'a\u202Elnosj.<svg onload=canary()>.jsonl',
        buffer: Buffer.from(chats.join('\n')),
        mimeType: 'text/plain',
      },
      {
        name: '"><script>canary()</script>.json',
        buffer: Buffer.from('{<script>canary()</script>'),
        mimeType: 'text/plain',
      },
    ];
    await watch.page.locator('input[type="file"]').setInputFiles(files);
    const tabs = watch.page.getByRole('navigation', { name: 'Files' }).getByRole('button');
    for (const [index, file] of files.entries()) {
      await tabs.nth(index).click();
      await tabs
        .nth(index)
        .getByText(/to import|Not read/)
        .waitFor();
      await watch.scrolls('main', file.name);
      for (const note of await watch.page.locator('main summary').all()) await note.click();
      await watch.seesNoHarm(`notes: ${file.name}`);
    }
  }, 120_000);

  it('do nothing in the palette, in notes and at addresses of nothing', async () => {
    await goTo('/');
    await watch.page.keyboard.press('Control+k');
    const find = watch.page.getByRole('combobox');
    for (const text of ['<script>canary()</script>', 'javascript:canary()', '<img src=x']) {
      await find.fill(text);
      await watch.page.getByRole('option').first().waitFor();
      await watch.seesNoHarm(`palette: ${text}`);
    }
    const key = toKey(hostileTexts[7] ?? '');
    const desk = new Desk(watch.page);
    await desk.open(studio, key);
    await desk.press('Shift+D');
    await desk.seesNote(/This is the copy/);
    await watch.seesNoHarm('copy');
    for (const text of hostileTexts.filter((_, index) => index % 40 === 0)) {
      const name = encodeURIComponent(`no ${toKey(text).id}`);
      for (const path of [
        `/review/${name}/${name}`,
        `/datasets/${name}`,
        `/items/${name}/${name}/history`,
        `/${name}`,
      ]) {
        await goTo(path, 'main');
        await watch.seesNoHarm(path);
      }
    }
    // A page of the server alone: had the text run there, the next look would tell.
    await goTo('/review?token=<script>canary()</script>', 'body');
    for (const path of [
      '/items?keyword=%22%3E%3Csvg/onload=canary()%3E&sortBy=__proto__',
      '/snapshots?from=<b>&to=<i>',
    ]) {
      await goTo(path, 'body');
      await watch.seesNoHarm(path);
    }
  }, 180_000);
});
