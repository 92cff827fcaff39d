import { expect } from 'vitest';
import { findUrlFault } from '../../../src/conversation/url.ts';
import type { Answer, ApiClient } from '../../support/api-client.ts';
import { getItem, type Key, toImport, toItemPath } from '../../support/api-client-items.ts';
import { enemy, hostileTexts, toHostileName } from './hostile-texts.ts';

/** An item with a turn for each of the texts: every field of the turn says it. */
export const wholeKey: Key = { dataset: 'hostile', id: 'whole' };
/** The item of one text: its dataset, its id and its content are made of the text. */
export function toKey(text: string): Key {
  return { dataset: toHostileName(text), id: toHostileName(text) };
}

export function toTurnId(text: string, index: number): string {
  return `t${index}-${toHostileName(text, 60)}`;
}

/** Puts the texts into every field that the API takes. */
export async function fillHostile(api: ApiClient): Promise<void> {
  const items = hostileTexts.map((text) => toItem(text, toKey(text)));
  const turns = hostileTexts.map((text, index) => toTurn(text, index % 2 === 0 ? 'user' : 'assistant', index));
  const whole = { ...toItem(hostileTexts.join('\n\n'), wholeKey), manualTags: hostileTexts.map(toTag), history: turns };
  const { results } = toImport(await api.import([...items, whole]));
  expect(results.filter(({ verdict }) => verdict !== 'created')).toEqual([]);
  await describe(api);
  await explain(api);
  await label(api);
  await change(api);
  succeeds(await api.post('/v1/assignments/self-serve', { limit: 200 }));
}

function toItem(text: string, { dataset, id }: Key) {
  const history = [
    toTurn(text, 'user', 0),
    toTurn(text, 'assistant', 1),
    toTurn(text, toHostileName(text), 2),
    { role: 'tool', msg: JSON.stringify({ [toField(text)]: text }), name: text, tool_call_id: text },
  ];
  return {
    id,
    datasetName: dataset,
    bucket: text,
    docType: text,
    synthQuestion: text,
    history,
    refs: [],
    manualTags: [toTag(text)],
    comment: text,
    contextUsedForGeneration: text,
    contextSource: text,
    modelUsedForGeneration: text,
    semanticClusterNumber: text,
    samplingBucket: text,
    meta: { [toField(text)]: text, nested: { list: [text] } },
  };
}

function toTurn(text: string, role: string, index: number) {
  return {
    id: toTurnId(text, index),
    role,
    msg: text,
    name: text,
    refs: toRefs(text),
    tags: [text.slice(0, 400)],
    answerKey: { reference: text, mustMention: [text], mustNotMention: [`not ${text}`], outcome: text },
    expectedBehavior: [text],
    tool_calls: [{ id: text, name: toHostileName(text), arguments: { [toField(text)]: text } }],
    timestamp: text,
    meta: { [toField(text)]: text },
  };
}

function toRefs(text: string) {
  const urls = [toHostileName(text, 2000), `${enemy}/${toHostileName(text, 2000)}`];
  const texts = { title: text, content: text, keyExcerpt: text, type: text };
  return urls.filter((url) => findUrlFault(url) === undefined).map((url) => ({ url, ...texts }));
}

/** The API refuses a whole body that names a field so; hostile-lists.test.ts has a file that does. */
function toField(text: string): string {
  return text === '__proto__' ? 'proto' : toHostileName(text);
}

export function toTag(text: string): string {
  return `${toHostileName(text, 60).replaceAll(':', ' ')}:${toHostileName(text)}`;
}

async function describe(api: ApiClient): Promise<void> {
  const instructions = hostileTexts.join('\n\n');
  for (const [index, text] of hostileTexts.entries()) {
    // Every tenth is enough for a page that shows one at a time; the list shows all names.
    if (index % 10 !== 0) continue;
    const path = `/v1/datasets/${encodeURIComponent(toKey(text).dataset)}`;
    succeeds(await api.put(path, { description: text }, (await api.get(path)).etag));
  }
  const path = `/v1/datasets/${wholeKey.dataset}`;
  succeeds(await api.put(path, { description: instructions.slice(0, 9000) }, (await api.get(path)).etag));
  const guide = `${path}/curation-instructions`;
  succeeds(await api.put(guide, { instructions }, (await api.get(guide)).etag));
}

async function explain(api: ApiClient): Promise<void> {
  const groups = hostileTexts.map((text) => ({
    name: toHostileName(text, 60).replaceAll(':', ' ').toLowerCase(),
    description: text,
    values: [toHostileName(text).toLowerCase()],
  }));
  const once = [...new Map(groups.map((group) => [group.name, group])).values()];
  const schema = '/v1/tags/schema';
  succeeds(await api.put(schema, { groups: once }, (await api.get(schema)).etag));
  const glossary = '/v1/tags/glossary';
  const entries = Object.fromEntries(
    hostileTexts.flatMap((text) => [
      [toTag(text).slice(0, 300).toLowerCase(), text],
      [toField(text).slice(0, 60).toLowerCase(), text],
    ]),
  );
  succeeds(await api.put(glossary, { entries }, (await api.get(glossary)).etag));
  succeeds(await api.post('/v1/tags', { tags: hostileTexts.map(toTag) }));
}

async function label(api: ApiClient): Promise<void> {
  const { dataset, id: item } = wholeKey;
  const labels = hostileTexts.map((text, index) => ({
    subject: { dataset, item, turnIndex: index % 3 === 0 ? null : index },
    score: (index % 7) - 3,
    reason: text,
    rater: toHostileName(text),
  }));
  succeeds(await api.post('/v1/labels', { labels }));
}

/** Two snapshots, and between them revisions that differ in everything. */
async function change(api: ApiClient): Promise<void> {
  const filter = { status: ['draft'], dataset: hostileTexts.slice(0, 90).map((text) => toKey(text).dataset) };
  const words = { keyword: '<script>canary()</script>', itemId: '<', refUrl: enemy, assignedTo: '<b>' };
  succeeds(await api.post('/v1/snapshots', { filter }));
  succeeds(await api.post('/v1/snapshots', { filter: words }));
  const last = hostileTexts.length - 1;
  for (const [index, text] of hostileTexts.entries()) {
    if (index % 6 !== 0) continue;
    const key = toKey(text);
    const other = hostileTexts[last - index] ?? text;
    const { etag } = await getItem(api, key);
    const { history, comment, manualTags, meta } = toItem(other, key);
    const changes = { history: history.toReversed(), comment, manualTags, meta };
    succeeds(await api.put(toItemPath(key), changes, etag));
  }
  succeeds(await api.post('/v1/snapshots', { filter }));
}

function succeeds(answer: Answer): void {
  expect(answer.status, answer.text.slice(0, 2000)).toBeLessThan(300);
}
