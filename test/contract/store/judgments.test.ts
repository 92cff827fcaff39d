import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgment } from '../../../src/conversation/judge/judgment.ts';
import type { RunWriter, Store } from '../../../src/store/port.ts';
import { engines } from './engines.ts';
import {
  createRun,
  deckText,
  isAlive,
  isExpired,
  makeGraded,
  makeJudgment,
  makeOwner,
  makeStart,
  makeVerdict,
  recordConversation,
} from './records.ts';

/** A conversation that is judged on these turns; null is the whole of it. */
async function recordJudged(writer: RunWriter, turns: readonly (number | null)[], position = 0): Promise<number> {
  const number = writer.begin(makeStart({ position }));
  for (const turn of turns) {
    await writer.recordVerdicts(number, [makeVerdict(turn, 'tone')], [makeJudgment(turn, 'tone')]);
  }
  await writer.endConversation(number, { status: 'pass' });
  return number;
}

async function grade(store: Store, number: number, judgments: readonly Judgment[]): Promise<void> {
  const spec = { hash: 'h', base: 0, graders: ['tone'] };
  const writer = await store.runs.grade('run-1', { spec, owner: makeOwner('grader') }, isAlive);
  const verdicts = judgments.map(({ grader, turnIndex }) => makeVerdict(turnIndex, grader));
  await writer.record(number, makeGraded({ verdicts, judgments }));
  await writer.close('completed');
}

describe.each(engines)('judgments on $name', ({ makeDatabase }) => {
  it('come back verbatim, turn by turn, those on the whole conversation last', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    const number = await recordJudged(run, [null, 5, 1]);
    expect(await store.runs.judgments('run-1', number)).toEqual([
      makeJudgment(1, 'tone'),
      makeJudgment(5, 'tone'),
      makeJudgment(null, 'tone'),
    ]);
    expect(await store.runs.judgments('run-1', number + 1)).toEqual([]);
  });

  it('need neither a request nor a reply nor a call', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    const number = run.begin(makeStart());
    const unsent: Judgment = { grader: 'long', turnIndex: 1, request: [] };
    const empty: Judgment = { ...makeJudgment(1, 'mute'), reply: '' };
    await run.recordVerdicts(number, [makeVerdict(1, 'mute'), makeVerdict(1, 'long')], [unsent, empty]);
    expect(await store.runs.judgments('run-1', number)).toEqual([empty, unsent]);
  });

  it('are those of the verdicts that are read', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    const number = run.begin(makeStart());
    const graders = ['tone', 'facts'];
    const played = graders.map((grader) => makeJudgment(1, grader));
    await run.recordVerdicts(
      number,
      graders.map((grader) => makeVerdict(1, grader)),
      played,
    );
    await run.endConversation(number, { status: 'pass' });
    await run.close('completed');
    const later = makeJudgment(1, 'tone', 'Something else.');
    await grade(store, number, [later]);
    expect(await store.runs.judgments('run-1', number, { grading: 0 })).toEqual(played);
    expect(await store.runs.judgments('run-1', number)).toEqual([played[1], later]);
  });

  it('are replaced with their verdict when it was taken back', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const run = await createRun(store);
    const number = await recordJudged(run, [1, null]);
    await run.reopen(number);
    expect(await store.runs.judgments('run-1', number)).toEqual([makeJudgment(1, 'tone')]);
    const again = makeJudgment(null, 'tone', 'Again.');
    await run.recordVerdicts(number, [makeVerdict(null, 'tone')], [again]);
    expect(await store.runs.judgments('run-1', number)).toEqual([makeJudgment(1, 'tone'), again]);
    await run.close('completed');
    await store.runs.remove('run-1', isAlive);
    expect(countRows(database.path)).toEqual(nothing);
  });

  it('change nothing if their verdict is already recorded', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    const number = await recordJudged(run, [1]);
    await run.recordVerdicts(number, [makeVerdict(1, 'tone')], [makeJudgment(1, 'tone', 'Other.')]);
    expect(await store.runs.judgments('run-1', number)).toEqual([makeJudgment(1, 'tone')]);
  });

  it('are refused without a verdict, and the writer continues', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    const number = run.begin(makeStart());
    const stray = makeJudgment(2, 'tone');
    expect(() => run.recordVerdicts(number, [makeVerdict(1, 'tone')], [stray])).toThrow('without a verdict');
    await run.recordVerdicts(number, [makeVerdict(1, 'tone')]);
    expect(await store.runs.judgments('run-1', number)).toEqual([]);
  });

  it('keep every text once, however often it was sent', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const run = await createRun(store);
    for (let position = 0; position < 20; position += 1) await recordJudged(run, [1, 3, 5], position);
    await run.close('completed');
    await grade(store, 1, [makeJudgment(1, 'tone'), makeJudgment(3, 'tone')]);
    // The deck, a question for each of three turns, and one reply.
    expect(countRows(database.path)).toMatchObject({ messages: 1 + 3 + 1, judgments: 20 * 3 + 2 });
  });

  it('keep any text exactly', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    let position = 0;
    const odd = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800', '\u202e', '\r\n', "';--"));
    await fc.assert(
      fc.asyncProperty(odd, odd, async (role, text) => {
        position += 1;
        const number = run.begin(makeStart({ position }));
        const judgment = { grader: 'g', turnIndex: 0, request: [{ role, content: text }], reply: text };
        await run.recordVerdicts(number, [makeVerdict(0, 'g')], [judgment]);
        expect(await store.runs.judgments('run-1', number)).toEqual([judgment]);
      }),
      { numRuns: 40 },
    );
  });

  it('go with their run, save texts that another run uses', async () => {
    const database = makeDatabase();
    const store = await database.open();
    for (const id of ['run-1', 'run-2']) {
      const run = await createRun(store, id);
      await recordJudged(run, [1, null]);
      await run.close('completed');
    }
    await grade(store, 1, [makeJudgment(1, 'tone', 'Only here.')]);
    const wanted = await store.runs.judgments('run-2', 1);
    await store.runs.remove('run-1', isAlive);
    expect(await store.runs.judgments('run-2', 1)).toEqual(wanted);
    // The deck, two questions, one reply.
    expect(countRows(database.path)).toMatchObject({ messages: 4, judgments: 2, gradings: 0 });
    await store.runs.remove('run-2', isAlive);
    expect(countRows(database.path)).toEqual(nothing);
  });

  it('keep the texts that the run itself says, when it is resumed after another run was removed', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const first = await createRun(store, 'run-0');
    const second = await createRun(store);
    await recordJudged(first, [1]);
    const number = await recordJudged(second, [1]);
    await first.close('completed');
    await store.runs.remove('run-0', isAlive);
    const later = await recordJudged(second, [1], 1);
    expect(await store.runs.judgments('run-1', later)).toEqual(await store.runs.judgments('run-1', number));
  });

  it('that are damaged are reported, and do not keep a run from being removed', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const run = await createRun(store);
    const number = await recordJudged(run, [1]);
    const raw = new DatabaseSync(database.path);
    raw.exec("update judgments set request = '[7'");
    raw.close();
    await expect(store.runs.judgments('run-1', number)).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
    expect(await store.runs.remove('run-1', isExpired)).toBe(true);
    expect(countRows(database.path)).toMatchObject({ judgments: 0, conversations: 0 });
  });

  it('leave the events of a run and what it says as they were', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    await recordJudged(run, [1]);
    const claimed = await store.runs.claim('run-1', makeOwner('second'), isExpired);
    await recordConversation(claimed, { position: 3 });
    const [judged] = await Array.fromAsync(store.runs.conversations('run-1'));
    expect(judged).toMatchObject({ turns: [], replies: [], verdicts: [makeVerdict(1, 'tone')] });
    expect(JSON.stringify(await store.runs.events('run-1', 0, 100))).not.toContain(deckText);
  });
});

const tables = ['messages', 'message_uses', 'judgments', 'verdicts', 'gradings', 'graded_conversations'];
const nothing = Object.fromEntries([...tables, 'conversations'].map((table) => [table, 0]));

function countRows(path: string): Record<string, unknown> {
  const database = new DatabaseSync(path, { readOnly: true });
  const count = (table: string) => database.prepare(`select count(*) as count from ${table}`).get()?.count;
  const counts = Object.fromEntries([...tables, 'conversations'].map((table) => [table, count(table)]));
  database.close();
  return counts;
}
