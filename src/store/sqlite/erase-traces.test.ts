import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { parseItem } from '../../conversation/item/parse-item.ts';
import { toItemContent } from '../../curate/item-content.ts';
import type { ItemStore } from '../item-port.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

async function save(items: ItemStore, id: string, word: string): Promise<void> {
  const { value: item } = parseItem({
    id,
    datasetName: 'desk',
    manualTags: [`topic:${word}`],
    history: [
      { role: 'user', msg: `${word} asks ${'about the parcel '.repeat(20)}` },
      { role: 'assistant', msg: 'Yes.', refs: [{ url: `https://docs.example.com/${word}` }] },
    ],
  });
  if (item === undefined) throw new Error('The item cannot be read.');
  const decide = () => ({
    result: undefined,
    write: { action: 'import', status: 'draft', content: toItemContent(item) } as const,
  });
  await items.change({ key: { dataset: 'desk', id }, actor: 'ann', decide });
}

it('leaves nothing on disk of an item that was purged, and everything of the others', async () => {
  const file = join(makeProject(), 'a.db');
  const store = await openSqliteStore(file, { clock });
  const { items, labels } = store.curation;
  await save(items, 'gone', 'zebra');
  for (let n = 0; n < 40; n++) await save(items, `kept-${n}`, n === 20 ? 'giraffe' : 'lion');
  await save(items, 'gone', 'zebra');
  const subject = { dataset: 'desk', item: 'gone', revision: 1, turnIndex: null };
  await labels.add([{ subject, question: 'overall', rater: 'ann', score: 1, reason: 'zebra!', blind: true }]);
  await store.curation.once.save(
    { key: 'k', actor: 'ann', request: 'r' },
    { status: 201, answer: '{"id":"gone","msg":"zebra"}' },
  );
  expect(await items.purge({ dataset: 'desk', id: 'gone' }, 'ann')).toBe(true);
  expect(await store.curation.once.find('ann', 'k')).toBeUndefined();
  expect(await items.count({ keyword: 'giraffe' })).toBe(1);
  expect(await items.count({ refUrl: 'com/lion' })).toBe(39);
  await store.close();
  const left = readFileSync(file).toString('latin1');
  expect(left).toContain('giraffe');
  expect(left).not.toContain('zebra');
});
