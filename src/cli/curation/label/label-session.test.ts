import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LabelAnswer } from './label-answer.ts';
import { type Labelable, LabelSession } from './label-session.ts';

const question = { name: 'overall', scale: { min: -3, max: 3, step: 1 } };

function toLabelable(id: string): Labelable {
  return { subject: { dataset: 'd', item: id }, title: id, turns: [] };
}

async function open(ids: readonly string[], deleted: readonly string[] = [], more = 0) {
  const saved: string[] = [];
  const session = new LabelSession({
    ids,
    total: ids.length + more,
    question,
    find: async (id) => (deleted.includes(id) ? undefined : toLabelable(id)),
    save: async ({ subject, score, reason }) => {
      const id = 'item' in subject ? subject.item : '';
      saved.push(`${id} ${score}${reason === '' ? '' : ` ${reason}`}`);
    },
  });
  await session.begin();
  return { session, saved };
}

const score = (value: number): LabelAnswer => ({ kind: 'score', score: value });

it('keeps the last label pending until the next answer', async () => {
  const { session, saved } = await open(['a', 'b', 'c']);
  await session.take(score(1));
  expect(saved).toEqual([]);
  expect(session.progress).toBe('2/3');
  await session.take(score(2));
  expect(saved).toEqual(['a 1']);
  await session.close();
  expect(saved).toEqual(['a 1', 'b 2']);
  expect(session.saved).toBe(2);
});

it('undoes the last label or skip, and nothing before it', async () => {
  const { session, saved } = await open(['a', 'b', 'c']);
  await session.take(score(1));
  await session.take(score(2));
  await session.take({ kind: 'undo' });
  expect(session.shown?.title).toBe('b');
  expect((await session.take({ kind: 'undo' })).note).toContain('Nothing to undo');
  await session.take({ kind: 'skip' });
  await session.take({ kind: 'undo' });
  expect({ at: session.shown?.title, skipped: session.skipped }).toEqual({ at: 'b', skipped: 0 });
  await session.take(score(-3));
  await session.close();
  expect(saved).toEqual(['a 1', 'b -3']);
});

it('undoes the last label after the end', async () => {
  const { session, saved } = await open(['a']);
  await session.take(score(1));
  expect(session.shown).toBeUndefined();
  await session.take({ kind: 'undo' });
  await session.take({ kind: 'skip' });
  await session.close();
  expect(saved).toEqual([]);
});

it('skips deleted conversations, and refuses a score that is off the scale', async () => {
  const { session, saved } = await open(['a', 'b', 'c'], ['a', 'c']);
  expect(session.shown?.title).toBe('b');
  expect((await session.take(score(1.5))).note).toContain('between the steps');
  await session.take({ kind: 'reason', text: 'because' });
  await session.take(score(1));
  expect(session.shown).toBeUndefined();
  await session.close();
  expect(saved).toEqual(['b 1 because']);
});

it('counts conversations past the limit and skipped ones as remaining, but not deleted ones', async () => {
  const { session } = await open(['a', 'b', 'c'], ['b'], 38);
  expect(session.progress).toBe('1/41');
  await session.take(score(1));
  await session.take({ kind: 'undo' });
  await session.take(score(1));
  await session.take({ kind: 'skip' });
  expect(session.shown).toBeUndefined();
  await session.close();
  // 41 − 1 score − 1 deleted.
  expect({ saved: session.saved, skipped: session.skipped, remaining: session.remaining }).toEqual({
    saved: 1,
    skipped: 1,
    remaining: 39,
  });
});

it('stores at most one label per item, as many as it counts', async () => {
  const answer = fc.oneof(
    fc.integer({ min: -3, max: 3 }).map(score),
    fc.constantFrom<LabelAnswer>({ kind: 'skip' }, { kind: 'undo' }, { kind: 'help' }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(answer), async (answers) => {
      const { session, saved } = await open(['a', 'b', 'c', 'd']);
      for (const one of answers) await session.take(one);
      await session.close();
      const ids = saved.map((line) => line.split(' ')[0]);
      expect(new Set(ids).size).toBe(ids.length);
      expect(session.saved).toBe(saved.length);
      expect(session.saved + session.skipped).toBeLessThanOrEqual(4);
    }),
  );
});
