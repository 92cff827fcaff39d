import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import type { GradeEnd } from '../../jobs/grade/execute.ts';
import type { GradeSession } from '../../jobs/grade/job.ts';
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

/** Grades with a line of progress, which also tells what judges cost. */
export function gradeWithProgress(session: GradeSession, { io, isQuiet, graded }: GradeTools): Promise<GradeEnd> {
  const { plan, goesOnWith, budget, control, waits } = session;
  const [total, done] = [plan.conversations, goesOnWith?.done ?? 0];
  const gradeSession = (progress: ProgressLine) =>
    session.grade({
      graded: (conversation, { judgments }) => {
        for (const { call } of judgments) if (call !== undefined) progress.addReply({ call });
        progress.addCase(conversation.end?.status ?? 'skipped');
        graded?.(conversation);
      },
    });
  return withProgress({ total, done, budget, control, waits, isQuiet, io }, gradeSession);
}
