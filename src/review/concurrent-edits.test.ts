import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openReviewDesk, type ReviewDesk } from '../../test/support/review-desk.ts';
import { tries } from '../../test/support/tries.ts';
import type { ItemRecord, RevisionRecord } from '../store/item-port.ts';
import { StaleItem } from './change-item.ts';
import { deleteItem, restoreItem } from './item-life.ts';
import { putItem } from './put-item.ts';

const key = { dataset: 'demo', id: 'a' };
const talk = {
  id: 'a',
  history: [
    { role: 'user', msg: 'q' },
    { role: 'assistant', msg: 'a' },
  ],
};

type Deed = 'comment' | 'answer' | 'approve' | 'skip' | 'delete' | 'restore' | 'read' | 'upsert';
interface Step {
  readonly client: number;
  readonly deed: Deed;
}

/** Several steps at once, then the next several. */
const rounds = fc.array(
  fc.array(
    fc.record<Step>({
      client: fc.nat({ max: 3 }),
      deed: fc.constantFrom('comment', 'answer', 'approve', 'skip', 'delete', 'restore', 'read', 'upsert'),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  { maxLength: 12 },
);

/** A change that was acknowledged: the ETag it was made from, the one it led to, and what it wrote. */
interface Kept {
  readonly from?: string;
  readonly to?: string;
  readonly word?: string;
}

/** Clients who know an item by the ETag they last saw, right or stale. */
class Clients {
  readonly kept: Kept[] = [];
  readonly #desk: ReviewDesk;
  readonly #known = new Map<number, string>();
  #words = 0;

  constructor(desk: ReviewDesk) {
    this.#desk = desk;
  }

  async act({ client, deed }: Step): Promise<void> {
    const word = `word${++this.#words}`;
    if (deed === 'read') return this.#read(client);
    if (deed === 'upsert') return this.#upsert(word);
    const from = this.#known.get(client) ?? 'never read';
    const request = { key, actor: `client${client}`, ifMatch: `"${from}"` };
    try {
      const record = await this.#write(deed, request, word);
      this.#known.set(client, record.etag);
      if (record.etag !== from) this.kept.push({ from, to: record.etag, ...(isWriting(deed) ? { word } : {}) });
    } catch (error) {
      if (error instanceof StaleItem) expect(error.current.etag).not.toBe(from);
      // A deleted item cannot be edited: nothing is kept then, which is looked at in the end.
      else expect(error).toMatchObject({ code: 'ITEM_DELETED' });
    }
  }

  #write(deed: Deed, request: Parameters<typeof deleteItem>[1], word: string): Promise<ItemRecord> {
    const { context } = this.#desk;
    if (deed === 'delete') return deleteItem(context, request);
    if (deed === 'restore') return restoreItem(context, request);
    return putItem(context, { ...request, patch: { fields: toPatch(deed, word) } });
  }

  async #read(client: number): Promise<void> {
    this.#known.set(client, (await this.#desk.read('a'))._etag);
  }

  async #upsert(word: string): Promise<void> {
    const { results } = await this.#desk.import([{ ...talk, comment: word }], { mode: 'upsert' });
    expect(results).toMatchObject([{ verdict: 'updated' }]);
    this.kept.push({ word });
  }
}

function toPatch(deed: Deed, word: string): object {
  if (deed === 'approve') return { status: 'approved', comment: word };
  if (deed === 'skip') return { status: 'skipped', comment: word };
  return deed === 'answer' ? { answer: word } : { comment: word };
}

function isWriting(deed: Deed): boolean {
  return deed !== 'delete' && deed !== 'restore';
}

function expectKept(revisions: readonly RevisionRecord[], { from, to, word }: Kept): void {
  const at = revisions.findIndex(({ etag, body }) => (to === undefined ? body.includes(`"${word}"`) : etag === to));
  expect(at).toBeGreaterThan(0);
  if (from !== undefined) expect(revisions[at - 1]?.etag).toBe(from);
  if (word !== undefined) expect(revisions[at]?.body).toContain(`"${word}"`);
}

it('loses no acknowledged change, overwrites none unseen, and audits each', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (plan) => {
      const desk = await openReviewDesk();
      await desk.import([talk]);
      const clients = new Clients(desk);
      for (const round of plan) await Promise.all(round.map((step) => clients.act(step)));
      const { items, audit } = desk.context.store;
      const revisions = (await items.revisions(key, { limit: 1000 })).toReversed();
      expect(revisions.map(({ revision }) => revision)).toEqual(revisions.map((_, index) => index + 1));
      expect(revisions).toHaveLength(clients.kept.length + 1);
      for (const kept of clients.kept) expectKept(revisions, kept);
      const events = await audit.list({ dataset: 'demo', item: 'a' }, { limit: 1000 });
      expect(events.map(({ revision }) => revision)).toEqual(revisions.map(({ revision }) => revision));
    }),
    { numRuns: tries(15, 300) },
  );
});

it('lets one of a hundred clients with the same ETag win, and shows the others what they have missed', async () => {
  const desk = await openReviewDesk();
  await desk.import([talk]);
  const ifMatch = `"${(await desk.read('a'))._etag}"`;
  const edits = Array.from({ length: 100 }, (_, client) =>
    putItem(desk.context, { key, actor: `client${client}`, ifMatch, patch: { fields: { comment: `${client}` } } }),
  );
  const settled = await Promise.allSettled(edits);
  const won = settled.flatMap((edit) => (edit.status === 'fulfilled' ? [edit.value] : []));
  const lost = settled.flatMap((edit) => (edit.status === 'rejected' ? [edit.reason] : []));
  expect(won).toMatchObject([{ revision: 2 }]);
  expect(lost).toHaveLength(99);
  for (const error of lost) expect(error).toMatchObject({ current: { etag: won[0]?.etag }, differing: ['comment'] });
});
