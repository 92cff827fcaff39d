import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getItem, type Key, toItemPath } from '../../support/api-client-items.ts';
import { findBrowser } from '../../support/browser.ts';
import { Desk } from '../../support/studio-desk.ts';
import { seesHarm, seesPolicy } from './hostile-control.ts';
import { type HostileStage, setHostileStage } from './hostile-stage.ts';
import { toKey, toTurnId, wholeKey } from './hostile-store.ts';
import { hostileTexts } from './hostile-texts.ts';
import type { Watch } from './hostile-watch.ts';

const executablePath = findBrowser();

describe.skipIf(executablePath === undefined)('hostile texts in every field', () => {
  let stage: HostileStage;
  let watch: Watch;
  let desk: Desk;
  beforeAll(async () => {
    stage = await setHostileStage(executablePath ?? '');
    ({ watch } = stage);
    desk = new Desk(watch.page);
  }, 120_000);
  afterAll(async () => stage?.end());

  function toReview({ dataset, id }: Key, search: Readonly<Record<string, string>> = {}): string {
    const path = `/review/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}`;
    return `${path}?${new URLSearchParams(search).toString().replaceAll('+', '%20')}`;
  }

  it('do nothing at home, among datasets, tags and snapshots', async () => {
    for (const path of ['/', '/datasets', '/tags?tab=groups', '/tags?tab=meanings', '/tags?tab=listed', '/snapshots']) {
      await watch.walk.goTo(path, 'main');
      await watch.scrolls('main', path);
    }
  }, 120_000);

  it('do nothing on the page of a dataset', async () => {
    for (const tab of ['overview', 'instructions', 'export']) {
      await watch.walk.goTo(`/datasets/${wholeKey.dataset}?tab=${tab}`);
      await watch.scrolls('main', tab);
    }
    for (const text of hostileTexts.filter((_, index) => index % 20 === 0)) {
      await watch.walk.goTo(`/datasets/${encodeURIComponent(toKey(text).dataset)}`);
      await watch.seesNoHarm(text);
    }
  }, 120_000);

  it('do nothing in a conversation, its turns and the panels next to it', async () => {
    await watch.walk.goTo(toReview(wholeKey), 'article');
    await watch.scrolls('section[aria-label="Conversation"] > div.overflow-y-auto', 'turns');
    for (const panel of ['check', 'refs', 'tags', 'labels', 'comment', 'instructions']) {
      await watch.walk.goTo(toReview(wholeKey, { panel }), `[data-panel="${panel}"]`);
      await watch.scrolls('#panel', panel);
    }
    await watch.scrolls('aside[aria-label="Queue"] .overflow-auto', 'queue');
  }, 180_000);

  it('do nothing as references, scores, tags and answer key of the turn that is selected', async () => {
    await watch.page.setViewportSize({ width: 1600, height: 1200 });
    for (const [index, text] of hostileTexts.entries()) {
      if (index % 4 !== 0) continue;
      // Every third turn has no score.
      const panel = ['refs', 'labels', 'tags'][index % 3] ?? '';
      await watch.walk.goTo(toReview(wholeKey, { panel, turn: toTurnId(text, index) }), `[data-panel="${panel}"]`);
      await watch.page.locator(`article[aria-current="true"][aria-label^="Turn ${index + 1},"]`).waitFor();
      if (panel === 'labels') await desk.button('Show scores').click();
      if (panel === 'tags') await desk.press('y');
      await watch.seesNoHarm(`${panel} of turn ${index + 1}`);
    }
  }, 180_000);

  it('do nothing in the fields of a reference, in its source and its menu', async () => {
    for (const index of [0, 8, 51, 79]) {
      const turn = toTurnId(hostileTexts[index] ?? '', index);
      await watch.walk.goTo(toReview(wholeKey, { panel: 'refs', turn }), '[data-panel="refs"] li');
      const panel = watch.page.locator('[data-panel="refs"]');
      await panel.getByRole('button', { name: 'Edit', exact: true }).first().click();
      await watch.seesNoHarm(`fields of ${turn}`);
      await panel
        .getByRole('button', { name: /^More actions for/ })
        .first()
        .click();
      await watch.page.getByRole('menuitem').first().waitFor();
      await watch.seesNoHarm(`menu of ${turn}`);
      await desk.press('Escape');
      await panel.getByRole('button', { name: 'Pick excerpt' }).first().click();
      await watch.page.getByRole('textbox', { name: 'Document text' }).waitFor();
      await watch.seesNoHarm(`source of ${turn}`);
      await desk.press('Escape');
    }
  }, 90_000);

  it('do nothing where two edits of one item meet', async () => {
    const [mine = '', theirs = ''] = [hostileTexts[7], hostileTexts[51]];
    const key = toKey(hostileTexts[1] ?? '');
    await desk.open(stage.studio, key);
    const field = await desk.write(1);
    const { etag, item } = await getItem(stage.studio.api, key);
    const [first, ...others] = item.history ?? [];
    const changes = { history: [{ ...first, msg: `${theirs} theirs` }, ...others], comment: theirs };
    expect((await stage.studio.api.put(toItemPath(key), changes, etag)).status).toBe(200);
    await field.fill(`${mine} mine`);
    await desk.press('Control+s');
    await desk.seesState('Edit conflict');
    await desk.button('Resolve').click();
    await watch.page.getByRole('dialog', { name: /^Edit conflict with/ }).waitFor();
    await watch.seesNoHarm('merge');
    await desk.press('t');
    await desk.press('Control+Enter');
    await watch.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await watch.seesNoHarm('merged');
  }, 90_000);

  it('do nothing in the palette, in notes and at addresses of nothing', async () => {
    await watch.walk.load('/');
    await desk.press('Control+k');
    const find = watch.page.getByRole('combobox');
    for (const text of ['<script>canary()</script>', 'javascript:canary()', '<img src=x']) {
      await find.fill(text);
      await watch.page.getByRole('option').first().waitFor();
      await watch.seesNoHarm(`palette: ${text}`);
    }
    await desk.open(stage.studio, toKey(hostileTexts[7] ?? ''));
    await desk.press('Shift+D');
    await desk.seesNote(/This is the copy/);
    await watch.seesNoHarm('copy');
    for (const text of hostileTexts.filter((_, index) => index % 40 === 0)) {
      const name = encodeURIComponent(`no ${toKey(text).id}`);
      const ways = [`/review/${name}/${name}`, `/datasets/${name}`, `/items/${name}/${name}/history`, `/${name}`];
      for (const path of ways) {
        await watch.walk.goTo(path, 'main h1, main h2, main [role="alert"]');
        await watch.seesNoHarm(path);
      }
      await watch.walk.load(ways[0] ?? '', 'main h1, main h2, main [role="alert"]');
      await watch.seesNoHarm(`${ways[0]}, typed`);
    }
    // A page of the server alone: had the text run there, the next look would tell.
    await watch.walk.load('/review?code=<script>canary()</script>', 'body');
    const searches = ['/items?keyword=%22%3E%3Csvg/onload=canary()%3E&sortBy=__proto__', '/snapshots?from=<b>&to=<i>'];
    for (const path of searches) {
      await watch.walk.load(path, 'body');
      await watch.seesNoHarm(path);
    }
  }, 180_000);

  it('would have been blocked and reported by the policy', async () => {
    await seesPolicy(watch, stage.studio);
  }, 90_000);

  it('would have been seen, had any of them done anything', async () => {
    await seesHarm(watch, stage.studio);
  }, 90_000);
});
