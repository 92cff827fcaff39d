import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Judgment } from '../../../src/conversation/judge/judgment.ts';
import type { ConversationStart } from '../../../src/conversation/stored-conversation.ts';
import type { RunWriter, Store } from '../../../src/store/port.ts';
import { engines } from './engines.ts';
import { createRun, isAlive, makeGraded, makeJudgment, makeOwner, makeStart, makeVerdict } from './records.ts';

type Call = NonNullable<Judgment['call']>;

function judge(grader: string, call?: Partial<Call>): Judgment {
  const { call: made, ...judgment } = makeJudgment(1, grader);
  return call === undefined ? judgment : { ...judgment, call: { latencyMs: 1, costUsd: null, ...made, ...call } };
}

async function record(
  writer: RunWriter,
  start: Partial<ConversationStart>,
  judgments: readonly Judgment[],
): Promise<number> {
  const number = writer.begin(makeStart(start));
  const verdicts = judgments.map(({ grader, turnIndex }) => makeVerdict(turnIndex, grader));
  await writer.recordVerdicts(number, verdicts, judgments);
  await writer.endConversation(number, { status: 'pass' });
  return number;
}

async function gradeAgain(store: Store, number: number, judgments: readonly Judgment[]): Promise<number> {
  const graders = judgments.map(({ grader }) => grader);
  const spec = { hash: `h${graders}`, base: 0, graders };
  const writer = await store.runs.grade('run-1', { spec, owner: makeOwner('grader') }, isAlive);
  const verdicts = judgments.map(({ grader, turnIndex }) => makeVerdict(turnIndex, grader));
  await writer.record(number, makeGraded({ verdicts, judgments }));
  await writer.close('completed');
  return writer.number;
}

const column = { target: 'bot', send: 'question', play: 'reply' };

describe.each(engines)('the costs of judges on $name', ({ makeDatabase }) => {
  it('are summed by column; what is not known is counted, and what was not called is left out', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    await record(run, { position: 0 }, [judge('tone', { costUsd: 0.25 }), judge('long')]);
    await record(run, { position: 1 }, [judge('tone', { costUsd: 0.5 }), judge('facts', { costUsd: null })]);
    await record(run, { position: 2 }, [judge('tone', { costUsd: 0, cached: true })]);
    await record(run, { position: 3, play: 'script' }, [judge('tone', { costUsd: 2 })]);
    await record(run, { position: 4, target: 'other' }, [judge('long')]);
    expect(await store.runs.judgeCosts('run-1')).toEqual([
      { ...column, calls: 4, cached: 1, known: 0.75, unknown: 1 },
      { ...column, play: 'script', calls: 1, cached: 0, known: 2, unknown: 0 },
    ]);
    expect(await store.runs.judgeCosts('run-2')).toEqual([]);
  });

  it('count the attempts that got 429', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    await record(run, { position: 0 }, [judge('tone', { costUsd: 1, attempts: 4, rateLimited: 3 })]);
    await record(run, { position: 1 }, [
      judge('tone', { costUsd: 1, attempts: 2, rateLimited: 1 }),
      judge('facts', { costUsd: 1 }),
    ]);
    expect(await store.runs.judgeCosts('run-1')).toMatchObject([{ calls: 3, rateLimited: 4 }]);
  });

  it('leave out conversations that are not at their end, and verdicts that were taken back', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    const number = run.begin(makeStart());
    const whole = (costUsd: number): Judgment => ({ ...judge('tone', { costUsd }), turnIndex: null });
    await run.recordVerdicts(number, [makeVerdict(1, 'tone')], [judge('tone', { costUsd: 1 })]);
    await run.recordVerdicts(number, [makeVerdict(null, 'tone')], [whole(4)]);
    expect(await store.runs.judgeCosts('run-1')).toEqual([]);
    await run.endConversation(number, { status: 'fail' });
    expect(await store.runs.judgeCosts('run-1')).toMatchObject([{ calls: 2, known: 5 }]);
    await run.reopen(number);
    await run.recordVerdicts(number, [makeVerdict(null, 'tone')], [whole(16)]);
    await run.endConversation(number, { status: 'pass' });
    expect(await store.runs.judgeCosts('run-1')).toMatchObject([{ calls: 2, known: 17 }]);
  });

  it('are those of the verdicts that are read', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    const played = [judge('tone', { costUsd: 1 }), judge('facts', { costUsd: 2 })];
    const first = await record(run, { position: 0 }, played);
    await record(run, { position: 1 }, played);
    await run.close('completed');
    const grading = await gradeAgain(store, first, [judge('tone', { costUsd: 32 })]);
    // The first conversation: facts as played, tone graded again. The second was not graded again.
    expect(await store.runs.judgeCosts('run-1')).toMatchObject([{ calls: 4, known: 2 + 32 + 1 + 2 }]);
    expect(await store.runs.judgeCosts('run-1', { grading })).toMatchObject([{ known: 37 }]);
    expect(await store.runs.judgeCosts('run-1', { grading: 0 })).toMatchObject([{ calls: 4, known: 6 }]);
    await expect(store.runs.judgeCosts('run-1', { grading: 7 })).rejects.toMatchObject({ code: 'RUN_BAD_GRADING' });
  });

  it('are the same however many there are', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    const graders = Array.from({ length: 70 }, (_, index) => judge(`g${index}`, { costUsd: 1 }));
    // 60 × 70 = 4,200 calls: pages end inside of conversations.
    await Promise.all(Array.from({ length: 60 }, (_, position) => record(run, { position }, graders)));
    await run.close('completed');
    expect(await store.runs.judgeCosts('run-1')).toEqual([
      { ...column, calls: 4_200, cached: 0, known: 4_200, unknown: 0 },
    ]);
    await gradeAgain(store, 30, graders);
    expect(await store.runs.judgeCosts('run-1')).toMatchObject([{ calls: 4_200, known: 4_200 }]);
  });

  it('that are damaged are reported', async () => {
    const database = makeDatabase();
    const store = await database.open();
    await record(await createRun(store), {}, [judge('tone', { costUsd: 1 })]);
    const raw = new DatabaseSync(database.path);
    raw.exec(`update judgments set call = '{"costUsd": "much"}'`);
    raw.close();
    await expect(store.runs.judgeCosts('run-1')).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
  });
});
