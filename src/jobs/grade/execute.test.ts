import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { makeCase, makeGraded, makeKit } from '../../../test/support/grading.ts';
import { makeStored } from '../../../test/support/stored-conversation.ts';
import { PlayStopped } from '../../base/play-stopped.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { listCaseGraders } from '../../grade/case-graders.ts';
import type { Grader } from '../../grade/grader.ts';
import { JobControl } from '../../job/control.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import type { GradedConversation, GradingWriter } from '../../store/port.ts';
import { type GradeContext, gradeRun } from './execute.ts';
import type { GradeTask } from './tasks.ts';

const evalCase = makeCase({ graders: [{ judge: 'x.deck.md' }] });

class MemoryGrading implements GradingWriter {
  readonly number = 1;
  readonly graded: Set<number>;
  readonly recorded = new Map<number, GradedConversation>();

  constructor(...graded: readonly number[]) {
    this.graded = new Set(graded);
  }

  async record(conversation: number, graded: GradedConversation): Promise<void> {
    this.recorded.set(conversation, graded);
  }

  async heartbeat(): Promise<void> {}

  async close(): Promise<void> {}
}

/** Grades a run of as many conversations as there are replies, each asked of the judge once. */
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
  const context: GradeContext = {
    writer,
    gradersOf: listCaseGraders,
    kitOf: async () => makeKit({ judge }),
    clock: new FakeClock(),
    control: new JobControl(),
    observer: { graded: (conversation) => shown.push(conversation) },
    ...changes,
  };
  await gradeRun(listTasks(stored), context, 2);
  return { recorded: writer.recorded, shown };
}

async function* listTasks(stored: readonly StoredConversation[]): AsyncGenerator<GradeTask> {
  // The judge of these tests does not look at the file.
  const source = {} as EvalSource;
  for (const conversation of stored) yield { source, evalCase, conversation };
}

describe('gradeRun', () => {
  it('records what was found in each conversation, and tells how it reads now', async () => {
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

  it('grades only what the grading has not graded when it goes on', async () => {
    const writer = new MemoryGrading(1, 3);
    const asked: string[] = [];
    const judge = async (reply: string) => asked.push(reply) > 0;
    await gradeReplies(['a', 'b', 'c', 'd'], judge, { writer });
    expect(asked).toEqual(['b', 'd']);
    expect([...writer.recorded.keys()]).toEqual([2, 4]);
  });

  it('records nothing of a conversation whose judge was stopped, and begins no other', async () => {
    const control = new JobControl();
    const judge = async (reply: string) => {
      if (reply !== 'b') return true;
      control.skipRest('--max-calls 1 was reached');
      throw new PlayStopped();
    };
    const { recorded } = await gradeReplies(['a', 'b', 'c', 'd', 'e'], judge, { control });
    expect([...recorded.keys()]).toEqual([1]);
  });

  it('drops calls that are ended at once', async () => {
    const control = new JobControl();
    const judge = async () => {
      control.abort();
      throw new Error('The run was stopped.');
    };
    expect((await gradeReplies(['a', 'b', 'c'], judge, { control })).recorded.size).toBe(0);
  });

  it('ends with an error that is nobody’s fault but ours', async () => {
    const judge = () => Promise.reject(new Error('a bug'));
    await expect(gradeReplies(['a'], judge)).rejects.toThrow('a bug');
  });
});
