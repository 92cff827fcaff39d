import { afterAll, beforeAll, describe, it } from 'vitest';
import { toBody } from '../../support/api-client.ts';
import { findBrowser } from '../../support/browser.ts';
import { seesHarm } from './hostile-control.ts';
import { type HostileStage, setHostileStage } from './hostile-stage.ts';
import { toKey } from './hostile-store.ts';
import { hostileTexts } from './hostile-texts.ts';
import type { Watch } from './hostile-watch.ts';

const executablePath = findBrowser();
const columns = 'status,id,dataset,question,answer,turns,references,tags,turnTags,updated,by,reviewed,heldBy';

describe.skipIf(executablePath === undefined)('hostile texts in lists, histories and files', () => {
  let stage: HostileStage;
  let watch: Watch;
  beforeAll(async () => {
    stage = await setHostileStage(executablePath ?? '');
    ({ watch } = stage);
  }, 120_000);
  afterAll(async () => stage?.end());

  it('do nothing in the explorer: each column, the filters, the preview, the search and the export', async () => {
    await watch.walk.goTo(`/items?columns=${encodeURIComponent(columns)}`, '[aria-label="Conversations"] a');
    await watch.scrolls('section[aria-label="Conversations"] .overflow-auto', 'rows');
    await watch.scrolls('#explorer-filters', 'filters');
    await watch.page.keyboard.press('c');
    await watch.page.getByRole('dialog').waitFor();
    await watch.seesNoHarm('columns');
    await watch.page.keyboard.press('Escape');
    for (const text of hostileTexts.filter((_, index) => index % 20 === 0)) {
      const { dataset, id } = toKey(text);
      const open = encodeURIComponent(`${encodeURIComponent(dataset)}/${encodeURIComponent(id)}`);
      const keyword = encodeURIComponent(JSON.stringify(text.slice(0, 40)));
      const only = encodeURIComponent(JSON.stringify(dataset));
      const shown = '[aria-label="Preview"] article, [aria-label="Preview"] ol';
      await watch.walk.goTo(`/items?open=${open}&dataset=${only}&keyword=${keyword}`, shown);
      await watch.seesNoHarm(text);
    }
    await watch.page.keyboard.press('Shift+E');
    await watch.page.getByRole('dialog', { name: 'Export' }).waitFor();
    await watch.seesNoHarm('export');
    await watch.page.keyboard.press('Escape');
  }, 180_000);

  it('do nothing in a history, nor between two snapshots', async () => {
    for (const text of hostileTexts.filter((_, index) => index % 36 === 0)) {
      const { dataset, id } = toKey(text);
      const path = `/items/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}/history`;
      await watch.walk.goTo(path, '[aria-label="Revision"] ol, [aria-label="Revision"] li');
      await watch.scrolls('[aria-label="Revision"]', text);
      await watch.page.keyboard.press('d');
      await watch.seesNoHarm(`side by side: ${text}`);
      await watch.walk.goTo(`${path}?view=whole`, '[aria-label="Revision"] article');
      await watch.seesNoHarm(`whole: ${text}`);
    }
    const answer = await stage.studio.api.get('/v1/snapshots');
    const [to, , from] = toBody<{ snapshots: readonly { id: string }[] }>(answer).snapshots;
    await watch.walk.goTo(`/snapshots?from=${from?.id}&to=${to?.id}`, 'main details, main li');
    await watch.scrolls('main', 'snapshots');
  }, 180_000);

  it('do nothing in the dry run of a file and in what the server says about it', async () => {
    await watch.walk.goTo('/import');
    const files = [
      toFile('<img src=x onerror=canary()>.jsonl', [...toBad(), ...toUrls(), ...toKnown()]),
      toFile('a\u202Elnosj.<svg onload=canary()>.jsonl', toChats()),
      toFile('"><script>canary()</script>.json', ['{<script>canary()</script>']),
      toFile('__proto__.jsonl', ['{"id": "p", "history": [{"role": "user", "msg": "m", "meta": {"__proto__": 1}}]}']),
    ];
    await watch.page.locator('input[type="file"]').setInputFiles(files);
    const tabs = watch.page.getByRole('navigation', { name: 'Files' }).getByRole('button');
    for (const [index, file] of files.entries()) {
      await tabs.nth(index).click();
      await tabs
        .nth(index)
        .getByText(/to import|Failed/)
        .waitFor();
      await watch.scrolls('main', file.name);
      for (const note of await watch.page.locator('main summary').all()) await note.click();
      await watch.seesNoHarm(`notes: ${file.name}`);
    }
    await watch.page.getByText('__proto__').nth(1).waitFor();
  }, 120_000);

  it('would have been seen, had any of them done anything', async () => {
    await seesHarm(watch, stage.studio);
  }, 90_000);
});

function toFile(name: string, lines: readonly string[]) {
  return { name, buffer: Buffer.from(lines.join('\n')), mimeType: 'text/plain' };
}

/** The server quotes what it cannot take. */
function toBad(): readonly string[] {
  return hostileTexts.map((text) =>
    JSON.stringify({ id: toKey(text).id, history: [{ role: text, msg: 1, [`x${text}`]: text }] }),
  );
}

function toUrls(): readonly string[] {
  return hostileTexts.map((text, index) =>
    JSON.stringify({ id: `u${index}`, history: [{ role: 'user', msg: text, refs: [{ url: text }] }] }),
  );
}

/** Items that are there already, with another text. */
function toKnown(): readonly string[] {
  return hostileTexts.slice(0, 20).map((text) => {
    const { dataset, id } = toKey(text);
    return JSON.stringify({ id, datasetName: dataset, history: [{ role: 'user', msg: `other ${text}` }] });
  });
}

/** As another tool exports them, with fields that are lost. */
function toChats(): readonly string[] {
  return hostileTexts.map((text, index) => {
    const conversations = [
      { from: 'human', value: text, [`z${text}`]: 1 },
      { from: text, value: text },
    ];
    return JSON.stringify({ id: index, [`y${text}`]: text, conversations });
  });
}
