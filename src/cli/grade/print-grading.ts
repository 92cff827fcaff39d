import { noCounts, type RunCounts } from '../../conversation/run/run-record.ts';
import type { GradeEnd, GradeJob } from '../../jobs/grade/job.ts';
import { GraderChangeCollector, type GraderChanges } from '../../report/collect/grader-changes.ts';
import { StatusChangeCollector, type StatusChanges } from '../../report/collect/status-changes.ts';
import { renderRunSummary } from '../../report/render-run-summary.ts';
import type { RunSummary } from '../../report/run-summary.ts';
import { findOutWidth, type Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { writeReports } from '../report/write-reports.ts';
import { renderStoreOption } from '../run/next-commands.ts';
import { printRunJson } from '../run/print-run-json.ts';
import { type CaseVisitor, summarizeRun } from '../run/summarize-run.ts';
import type { GradeCommand } from './grade-command.ts';
import { renderGraderChanges, renderStatusChanges } from './render-changes.ts';

/**
 * Prints what the run came to by this grading, and what that changed; returns how its conversations stand. Of a grading
 * that was stopped only JSON is printed: it is half of a story.
 */
export async function printGrading(
  job: GradeJob,
  { number: grading, state }: GradeEnd,
  { command, io }: { readonly command: GradeCommand; readonly io: Io },
): Promise<RunCounts> {
  const { record, store, before, base } = job;
  const { counts, summary, changes, graders } = await readGrading(job, grading);
  const storeOption = renderStoreOption({ ...command, files: [] }, io.cwd);
  if (command.json === true) await printRunJson({ ...record, counts }, store, { io, grading });
  if (state === 'stopped') return counts;
  if (command.json !== true) {
    const palette = toPalette(io.color.out);
    const changed = { run: record.id, grading, base, conversations: before.size, storeOption };
    const verbose = command.verbose === true;
    io.out(renderRunSummary(summary, { palette, width: findOutWidth(io), storeOption, verbose }));
    if (graders.length > 0) io.out(`\n${renderGraderChanges(graders, palette).join('\n')}\n`);
    io.out(`\n${renderStatusChanges(changes, changed)}`);
  }
  await writeReports(command, { record, store, io, grading });
  return counts;
}

interface GradingResult {
  readonly counts: RunCounts;
  readonly summary: RunSummary;
  readonly changes: StatusChanges;
  readonly graders: readonly GraderChanges[];
}

/** Goes through the run as it is by this grading and as it was by the one before, side by side. */
async function readGrading({ record, store, before, base }: GradeJob, grading: number): Promise<GradingResult> {
  const counts = { ...noCounts };
  const changes = new StatusChangeCollector(before);
  const graders = new GraderChangeCollector({ grading, isOnePerCase: record.spec.conversationsPerCase === 1 });
  const earlier = store.runs.conversations(record.id, { grading: base })[Symbol.asyncIterator]();
  const visit: CaseVisitor = async (_line, conversation) => {
    if (conversation.end !== undefined) counts[conversation.end.status] += 1;
    changes.add(conversation);
    // Both are in the order of their numbers, and nothing is played while it is graded.
    const { value, done } = await earlier.next();
    graders.add(done === true ? undefined : value, conversation);
  };
  try {
    const summary = await summarizeRun(record, store, { grading, visit });
    return { counts, summary, changes: changes.toChanges(), graders: graders.toChanges() };
  } finally {
    await earlier.return?.();
  }
}
