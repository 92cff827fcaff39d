import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { makeCase, makeGraded, makeKit } from '../../../test/support/grading.ts';
import { makeStored } from '../../../test/support/stored-conversation.ts';
import { PlayStopped } from '../../base/play-stopped.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { type Grader, listCaseGraders } from '../../grade/case-graders.ts';
import { JobControl } from '../../job/control.ts';
import { runTasks, type Task } from '../../job/scheduler.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import type { GradedConversation, GradingWriter } from '../../store/port.ts';
import { type GradeContext, regradeConversation } from './execute.ts';

const evalCase = makeCase({ graders: [{ judge: 'x.deck.md' }] });

class MemoryGrading implements GradingWriter {
  readonly number = 1;
  readonly graded = new Set<number>();
  readonly recorded = new Map<number, GradedConversation>();

  async record(conversation: number, graded: GradedConversation): Promise<void> {
    this.recorded.set(conversation, graded);
  }

  async heartbeat(): Promise<void> {}

  async close(): Promise<void> {}
}

/** Grades a run with one conversation per reply. The judge is asked once about each. */
async function gradeReplies(
  replies: readonly string[],
  grade: (reply: string) => Promise<boolean>,
  changes: Partial<GradeContext> = {},
) {
  const stored = replies.map((reply, index) => makeStored([reply], { number: index + 1 }));
  const judge: Grader = {
    grade: async ({ reply }) => ({ verdict: makeGraded({ grader: 'judge-1', pass: await grade(reply?.text ?? '') }) }),
  };
  const writer = new MemoryGrading();
  const shown: StoredConversation[] = [];
  const { control = new JobControl() } = changes;
  const context: GradeContext = {
    ...{ writer, control },
    gradersOf: listCaseGraders,
    kitOf: async () => makeKit({ judge }),
    clock: new FakeClock(),
    observer: { graded: (conversation) => shown.push(conversation) },
    ...changes,
  };
  const tasks = listTasks(stored, context);
  await runTasks(tasks, { concurrency: 2, isStopping: () => control.isStopping });
  return { recorded: writer.recorded, shown };
}

async function* listTasks(stored: readonly StoredConversation[], context: GradeContext): AsyncGenerator<Task> {
  // The judge of these tests does not read the file.
  const source = {} as EvalSource;
  for (const conversation of stored) {
    yield { lane: '', run: () => regradeConversation({ source, evalCase, conversation }, context) };
  }
}

describe('regradeConversation', () => {
  it('records the verdicts of each conversation, and reports it with them', async () => {
    const { recorded, shown } = await gradeReplies(['yes', 'no'], async (reply) => reply === 'yes');
    expect([...recorded].map(([number, { status }]) => [number, status])).toEqual([
      [1, 'pass'],
      [2, 'fail'],
    ]);
    expect(shown.map(({ number, end }) => [number, end?.status])).toEqual([
      [1, 'pass'],
      [2, 'fail'],
    ]);
  });

  it('records nothing of a conversation whose judge was stopped', async () => {
    const control = new JobControl();
    const judge = async (reply: string) => {
      if (reply !== 'b') return true;
      control.skipRest('--max-calls 1 was reached');
      throw new PlayStopped();
    };
    const { recorded } = await gradeReplies(['a', 'b', 'c', 'd', 'e'], judge, { control });
    expect([...recorded.keys()]).toEqual([1]);
  });

  it('records nothing of aborted calls', async () => {
    const control = new JobControl();
    const judge = async () => {
      control.abort();
      throw new Error('The run was stopped.');
    };
    expect((await gradeReplies(['a', 'b', 'c'], judge, { control })).recorded.size).toBe(0);
  });

  it('throws on a bug', async () => {
    const judge = () => Promise.reject(new Error('a bug'));
    await expect(gradeReplies(['a'], judge)).rejects.toThrow('a bug');
  });
});
