import { Fault } from '../../base/fault.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { toExitCode } from '../../grade/exit-code.ts';
import { findUnreachableFault } from '../../job/breaker.ts';
import type { GradeEnd } from '../../jobs/grade/execute.ts';
import { type GradeSession, openGradeSession } from '../../jobs/grade/job.ts';
import { isDeckFile } from '../../judges/added-decks.ts';
import { Crash } from '../crash.ts';
import type { GradeCommand } from '../grade/grade-command.ts';
import { gradeWithProgress } from '../grade/grade-with-progress.ts';
import { printGrading } from '../grade/print-grading.ts';
import { renderGradePlan } from '../grade/render-grade-plan.ts';
import { renderGoOn, toGradeRequest } from '../grade/to-grade-request.ts';
import type { ExitCode, Io } from '../io.ts';
import { printJudges } from '../print-judges.ts';
import { printWarnings } from '../print-warnings.ts';
import { checkOutputs, checkReadFiles } from '../report/check-outputs.ts';
import { type CaseFile, openCaseFile } from '../run/case-file.ts';
import { renderExitLine } from '../run/exit-line.ts';
import { toStopReason } from '../stop-reason.ts';
import { withResume } from '../with-hint.ts';

/** Grades the stored replies of a run again, and says what came of it and what changed. */
export async function grade(command: GradeCommand, io: Io): Promise<ExitCode> {
  const place = { path: command.db, cwd: io.cwd };
  checkOutputs(command, place);
  const session = await openGradeSession(command.run, toGradeRequest(command, io), io.clock);
  try {
    checkReadFiles(command, { specs: [session.record.spec], files: (command.grader ?? []).filter(isDeckFile) }, place);
    printWarnings(session.warnings, io);
    const append = session.goesOnWith !== undefined;
    const file =
      command.out === undefined ? undefined : openCaseFile(command.out, { cwd: io.cwd, append, run: session.record });
    printJudges(session.notes, io, command.quiet === true);
    if (append) io.err(`${renderGradePlan(session)}\n`);
    else if (command.quiet !== true) io.err(`${renderGradePlan(session, await session.expectHits())}\n`);
    const end = await gradeAll(session, { command, io, file });
    file?.close();
    return await finish(session, end, { command, io });
  } finally {
    await session.close();
  }
}

interface Tools {
  readonly command: GradeCommand;
  readonly io: Io;
}

async function gradeAll(
  session: GradeSession,
  { command, io, file }: Tools & { readonly file: CaseFile | undefined },
): Promise<GradeEnd> {
  const graded = (conversation: StoredConversation) => file?.write(conversation);
  try {
    return await gradeWithProgress(session, { io, isQuiet: command.quiet === true, graded });
  } catch (failure) {
    const goOn = renderGoOn(session.run, command);
    if (!(failure instanceof Fault)) throw new Crash(`Finished verdicts are saved. Resume with:\n  ${goOn}`, failure);
    if (failure.code === 'STORE_RUN_HELD' || failure.code === 'RUN_UNKNOWN') throw failure;
    throw withResume(failure, 'graded', goOn);
  }
}

async function finish(session: GradeSession, end: GradeEnd, { command, io }: Tools): Promise<ExitCode> {
  const counts = await printGrading(session, end, { command, io });
  if (end.state === 'stopped') {
    const why = toStopReason(session.control);
    const goOn = renderGoOn(session.run, command);
    const unreachable = findUnreachableFault(session.control);
    if (unreachable !== undefined) throw withResume(unreachable, 'graded', goOn);
    io.err(
      `${why}. Grading ${end.number} is not finished, so the earlier verdicts still apply. Resume with:\n  ${goOn}\n`,
    );
    return session.control.isDraining ? 130 : 3;
  }
  const rule = { threshold: command.threshold ?? 1, allowUngraded: command.allowUngraded ?? 0 };
  const code = toExitCode(counts, rule);
  io.err(renderExitLine(code, counts, rule));
  return code;
}
