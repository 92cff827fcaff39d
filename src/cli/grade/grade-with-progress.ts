import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import type { GradeEnd, GradeJob } from '../../jobs/grade/job.ts';
import type { Io } from '../io.ts';
import type { ProgressLine } from '../run/progress-line.ts';
import { withProgress } from '../run/with-progress.ts';

export interface GradeTools {
  readonly io: Io;
  /** Shows no progress. */
  readonly isQuiet: boolean;
  /** Told of every conversation that was graded. */
  readonly graded?: (conversation: StoredConversation) => void;
}

/** Grades with a progress line, which also shows what judges cost. */
export function gradeWithProgress(job: GradeJob, { io, isQuiet, graded }: GradeTools): Promise<GradeEnd> {
  const { plan, resumed, budget, control, waits } = job;
  const [total, done] = [plan.conversations, resumed?.done ?? 0];
  const gradeJob = (progress: ProgressLine) =>
    job.run({
      graded: (conversation, { judgments }) => {
        for (const { call } of judgments) if (call !== undefined) progress.addReply({ call });
        progress.addCase(conversation.end?.status ?? 'skipped');
        graded?.(conversation);
      },
    });
  return withProgress({ total, done, budget, control, waits, isQuiet, io }, gradeJob);
}
