import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listAudit, listItems, listRevisions } from '../../support/api-client-items.ts';
import { useServedStore } from '../../support/served-store.ts';
import { tries } from '../../support/tries.ts';
import { type Edit, type Model, toComparable, toComparedItem } from './command-model.ts';
import { Delete, Put, Race, Read, Restore } from './commands.ts';
import type { Command, Real } from './item-command.ts';
import { Duplicate, Import } from './make-commands.ts';

const client = fc.constantFrom('ann', 'bob', 'cleo');
const id = fc.constantFrom('one', 'two');
const turn = fc.nat({ max: 5 });
const turnKinds = ['text', 'turn-refs', 'turn-tags', 'key', 'insert', 'remove', 'move'] as const;
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.constant({ kind: 'comment' as const }),
  fc.record({ kind: fc.constantFrom('tags' as const, 'refs' as const), count: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constantFrom(...turnKinds), turn }),
);
const status = fc.constantFrom('approved' as const, 'skipped' as const, 'draft' as const);
const address = fc.constantFrom('ground-truths' as const, 'assignments' as const);
const mode = fc.constantFrom('create' as const, 'upsert' as const);
const text = fc.constantFrom('q1', 'q2', 'q3');

const readsFirst = fc.constantFrom(true, true, false);

const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(client, id, fc.record({ mode, text })).map((values) => new Import(...values)),
  fc.tuple(client, id).map((values) => new Read(...values)),
  fc.tuple(client, id, fc.record({ readsFirst, edit, address })).map((values) => new Put(...values)),
  fc.tuple(client, id, fc.record({ readsFirst, edit, address })).map((values) => new Put(...values)),
  fc.tuple(client, id, fc.record({ readsFirst, edit, address })).map((values) => new Put(...values)),
  fc.tuple(client, id, fc.record({ readsFirst, edit, address })).map((values) => new Put(...values)),
  fc.tuple(client, id, fc.record({ readsFirst, edit, address })).map((values) => new Put(...values)),
  fc.tuple(client, id, fc.record({ readsFirst, status, address })).map((values) => new Put(...values)),
  fc.tuple(client, id, fc.record({ readsFirst, status, address })).map((values) => new Put(...values)),
  fc.tuple(client, id, fc.record({ readsFirst, edit, status, address })).map((values) => new Put(...values)),
  fc.tuple(client, id, fc.record({ readsFirst })).map((values) => new Delete(...values)),
  fc.tuple(client, id, fc.record({ readsFirst })).map((values) => new Restore(...values)),
  fc.tuple(client, id).map((values) => new Duplicate(...values)),
  fc.tuple(client, id).map((values) => new Race(...values)),
];

describe('several clients who create, import, edit, approve, skip, delete, restore and duplicate', () => {
  const served = useServedStore();
  let runs = 0;

  it('lose no update, change nothing by a stale ETag, and leave one revision and one audit event for every change', async () => {
    const run = async (list: Iterable<Command>) => {
      runs += 1;
      const real: Real = { served: served(), dataset: `run ${runs}` };
      const model: Model = { items: new Map(), memories: new Map(), edits: 0 };
      for (const name of ['one', 'two']) await new Import('ann', name, { mode: 'create', text: 'q1' }).run(model, real);
      await fc.asyncModelRun(() => ({ model, real }), list);
      await checkAll(model, real);
    };
    const lists = fc.commands(commands, { maxCommands: 80, size: 'max' });
    await fc.assert(fc.asyncProperty(lists, run), { numRuns: tries(12, 200), endOnFailure: false });
  }, 180_000);
});

async function checkAll({ items }: Model, { served, dataset }: Real): Promise<void> {
  const api = served.client();
  const found = await listItems(api, `dataset=${encodeURIComponent(dataset)}&status=draft,approved,skipped,deleted`);
  const wanted = [...items.values()].map((item) => ({ ...toComparable(item), status: item.status }));
  const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);
  expect(found.map((item) => ({ ...toComparable(toComparedItem(item)), status: item.status })).toSorted(byId)).toEqual(
    wanted.toSorted(byId),
  );
  for (const { id: item, changes } of items.values()) {
    const revisions = await listRevisions(api, { dataset, id: item });
    expect(revisions.map(({ by, status: now }) => [by, now])).toEqual(
      changes.map((change) => [change.by, change.status]),
    );
    expect(revisions.map(({ revision }) => revision)).toEqual(changes.map((_, index) => index + 1));
    for (const [index, { action }] of changes.entries())
      if (action !== '') expect(revisions[index]?.action).toBe(action);
    const events = (await listAudit(api, { dataset, id: item })).filter(({ action }) => action !== 'assign');
    expect(events.map(({ by, revision }) => [by, revision])).toEqual(
      revisions.map(({ by, revision }) => [by, revision]),
    );
    expect(events.map(({ action }) => action)).toEqual(revisions.map(({ action }) => action));
  }
}
