import type { GradeSession } from '../../compose/grade-session.ts';
import { noCounts, type RunCounts } from '../../conversation/run-record.ts';
import { renderRunSummary } from '../../report/render-run-summary.ts';
import type { GradeEnd } from '../../run/grade-run.ts';
import { StatusChangeCollector } from '../../run/status-changes.ts';
import type { Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { writeReports } from '../report/write-reports.ts';
import { renderStoreOption } from '../run/next-commands.ts';
import { printRunJson } from '../run/print-run-json.ts';
import { summariseRun } from '../run/summarise-run.ts';
import type { GradeCommand } from './grade-command.ts';
import { renderStatusChanges } from './render-changes.ts';

/**
 * Prints what the run came to by this grading, and what that changed; returns how its conversations stand. Of a grading
 * that was stopped only JSON is printed: it is half of a story.
 */
export async function printGrading(
  { record, store, before, base }: GradeSession,
  { number: grading, state }: GradeEnd,
  { command, io }: { readonly command: GradeCommand; readonly io: Io },
): Promise<RunCounts> {
  const counts = { ...noCounts };
  const changes = new StatusChangeCollector(before);
  const summary = await summariseRun(record, store.runs, {
    grading,
    visit: (_line, conversation) => {
      if (conversation.end !== undefined) counts[conversation.end.status] += 1;
      changes.add(conversation);
    },
  });
  const storeOption = renderStoreOption({ ...command, files: [] }, io.cwd);
  if (command.json === true) await printRunJson({ ...record, counts }, store.runs, { io, grading });
  if (state === 'stopped') return counts;
  if (command.json !== true) {
    const changed = { run: record.id, grading, base, conversations: before.size, storeOption };
    io.out(renderRunSummary(summary, { palette: toPalette(io.color.out), width: io.columns, storeOption }));
    io.out(`\n${renderStatusChanges(changes.toChanges(), changed)}`);
  }
  await writeReports(command, { record, store: store.runs, io, grading });
  return counts;
}
