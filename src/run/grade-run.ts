import type { Clock } from '../base/clock.ts';
import type { EvalCase } from '../conversation/case.ts';
import type { CaseGrader } from '../grade/case-graders.ts';
import type { GraderKit } from '../grade/grader.ts';
import { PlayStopped } from '../play/playing.ts';
import type { GradedConversation, GradingWriter, StoredConversation } from '../store/port.ts';
import { toTargetKey } from './breaking.ts';
import { gradeStored, listSelected, toRegraded } from './grade-stored.ts';
import type { GradeTask } from './grade-tasks.ts';
import type { EvalSource } from './run-context.ts';
import type { RunControl } from './run-control.ts';
import { type Job, runJobs } from './scheduler.ts';

/** Told of what is recorded, while it is recorded. */
export interface GradeObserver {
  /** The conversation as it reads now, durable; and what was recorded of it. */
  graded?(conversation: StoredConversation, recorded: GradedConversation): void;
}

/** How a grading ended. `stopped`: the same command goes on with it. */
export interface GradeEnd {
  readonly number: number;
  readonly state: 'completed' | 'stopped';
}

/** What every conversation of a grading shares. */
export interface GradeContext {
  readonly writer: GradingWriter;
  readonly gradersOf: (evalCase: EvalCase) => readonly CaseGrader[];
  /** Ids of the graders that grade anew. Absent: every grader. */
  readonly selected?: ReadonlySet<string>;
  readonly kitOf: (source: EvalSource) => Promise<GraderKit>;
  /** Which repeat judges are told, of the one it is. Default: the same. */
  readonly repeatOf?: (repeat: number) => number;
  readonly clock: Clock;
  readonly control: RunControl;
  readonly observer: GradeObserver;
}

/** Grades stored conversations that the grading has not graded yet. Targets under test are never called. */
export async function gradeRun(
  tasks: AsyncIterable<GradeTask>,
  context: GradeContext,
  concurrency: number,
): Promise<void> {
  const { control } = context;
  await runJobs(listJobs(tasks, context), { concurrency, isStopping: () => control.isStopping });
}

async function* listJobs(tasks: AsyncIterable<GradeTask>, context: GradeContext): AsyncGenerator<Job> {
  for await (const task of tasks) {
    if (!context.writer.graded.has(task.conversation.number)) yield { lane: '', run: () => gradeTask(task, context) };
  }
}

async function gradeTask({ source, evalCase, conversation }: GradeTask, context: GradeContext): Promise<void> {
  const { writer, gradersOf, selected, repeatOf = (repeat) => repeat, clock, control, observer } = context;
  const kit = await context.kitOf(source);
  const graders = gradersOf(evalCase);
  const toKeys = () => kit.judgesOf?.(listSelected(graders, selected)).map((id) => toTargetKey(source, id)) ?? [];
  // The other judges are not asked for a conversation that cannot be recorded.
  if (control.findUnreachable(toKeys) !== undefined) return;
  let recorded: GradedConversation;
  try {
    recorded = await gradeStored(conversation, {
      evalCase,
      graders,
      ...(selected === undefined ? {} : { selected }),
      kit,
      repeat: repeatOf(conversation.start.repeat),
      number: writer.number,
      at: new Date(clock.now()).toISOString(),
    });
  } catch (error) {
    // Half a conversation is not recorded: it is graded whole when the grading goes on.
    if (control.signal.aborted || error instanceof PlayStopped) return;
    throw error;
  }
  await writer.record(conversation.number, recorded);
  observer.graded?.(toRegraded(conversation, recorded, selected), recorded);
}
