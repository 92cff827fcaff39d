import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import type { ReviewContext } from '../../review/review-context.ts';
import { countWaiting } from '../commands/demo.ts';
import { importFiles } from '../commands/import.ts';
import { withCuration } from '../curation/with-curation.ts';
import type { Io } from '../io.ts';
import { packageFolder } from '../version.ts';
import { seedTeam, teamDataset } from './seed-team.ts';

const io: Io = {
  ...{ out: () => {}, err: () => {}, cwd: fileURLToPath(packageFolder), env: { USER: 'ada' } },
  ...{ isInteractive: false, color: { out: false, err: false }, columns: 100 },
};

const makeStore = () => ({ db: join(makeProject(), 'demo.db') });

async function look<Seen>(store: { readonly db: string }, see: (context: ReviewContext) => Promise<Seen>) {
  const seen: Seen[] = [];
  await withCuration(store, io, async ({ context }) => {
    seen.push(await see(context));
    return 0;
  });
  return seen[0];
}

/** Everything that the seeding writes. */
async function lookAround({ store }: ReviewContext) {
  const { labels } = await store.labels.list({}, { limit: 1000 });
  const instructions = await store.datasets.findInstructions(teamDataset);
  return {
    labels: labels.length,
    raters: [...new Set(labels.map(({ rater }) => rater))].sort(),
    held: (await store.queue.mine('ada')).length,
    instructions: instructions?.value.slice(0, 36),
    groups: (await store.tags.schema()).value.groups.map(({ name }) => name),
  };
}

describe('seedTeam', () => {
  it('lays out a queue, scores of two colleagues, tags and instructions, and does so once', async () => {
    const store = makeStore();
    await seedTeam(store, io);
    const first = await look(store, lookAround);
    expect(first).toEqual({
      // Of 16, six are of the items that wait; the others are of approved ones, which are not here.
      labels: 6,
      raters: ['jonas', 'mira'],
      held: 8,
      instructions: '# How we review support conversations'.slice(0, 36),
      groups: ['topic', 'difficulty', 'source', 'answerability', 'customer'],
    });
    await seedTeam(store, io);
    expect(await look(store, lookAround)).toEqual(first);
  });

  it('leaves what people made', async () => {
    const store = makeStore();
    await importFiles({ files: ['examples/curated/support.items.jsonl'], ...store }, io);
    const mine = { groups: [{ name: 'mine' }] };
    await look(store, ({ store: { tags } }) => tags.replaceSchema({ value: mine, actor: 'ada' }));
    await seedTeam(store, io);
    const { groups, labels } = (await look(store, lookAround)) ?? {};
    expect([groups, labels]).toEqual([['mine'], 16]);
  });
});

it('counts what could be approved as it is', async () => {
  const store = makeStore();
  await seedTeam(store, io);
  expect(await countWaiting(store, io)).toEqual({ ready: 6, blocked: 2 });
});
