import { Fault } from '../../base/fault.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { toExitCode } from '../../grade/aggregate.ts';
import { findUnreachableFault } from '../../job/breaker.ts';
import type { GradeEnd, GradeJob } from '../../jobs/grade/job.ts';
import { isDeckFile } from '../../judges/added-decks.ts';
import { listCertificateNotes } from '../../report/certificate-notes.ts';
import { openGradeJob } from '../../wiring/open-jobs.ts';
import { Crash } from '../crash.ts';
import { type GradeCommand, renderGradeResume } from '../grade/grade-flags.ts';
import { gradeWithProgress } from '../grade/grade-with-progress.ts';
import { printGrading } from '../grade/print-grading.ts';
import { renderGradePlan } from '../grade/render-grade-plan.ts';
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
  const job = await openGradeJob(command.run, { ...command, cwd: io.cwd, env: io.env }, { clock: io.clock });
  try {
    checkReadFiles(command, { specs: [job.record.spec], files: (command.graders ?? []).filter(isDeckFile) }, place);
    printWarnings(job.warnings, io);
    const append = job.resumed !== undefined;
    const file =
      command.out === undefined ? undefined : openCaseFile(command.out, { cwd: io.cwd, append, run: job.record });
    printJudges(listCertificateNotes(job.judges), io, command.quiet === true);
    if (append) io.err(`${renderGradePlan(job)}\n`);
    else if (command.quiet !== true) io.err(`${renderGradePlan(job, await job.expectHits())}\n`);
    const end = await gradeAll(job, { command, io, file });
    file?.close();
    return await finish(job, end, { command, io });
  } finally {
    await job.close();
  }
}

interface Tools {
  readonly command: GradeCommand;
  readonly io: Io;
}

async function gradeAll(
  job: GradeJob,
  { command, io, file }: Tools & { readonly file: CaseFile | undefined },
): Promise<GradeEnd> {
  const graded = (conversation: StoredConversation) => file?.write(conversation);
  try {
    return await gradeWithProgress(job, { io, isQuiet: command.quiet === true, graded });
  } catch (failure) {
    const goOn = renderGradeResume(job.id, command);
    if (!(failure instanceof Fault)) throw new Crash(`Finished verdicts are saved. Resume with:\n  ${goOn}`, failure);
    if (failure.code === 'STORE_RUN_HELD' || failure.code === 'RUN_UNKNOWN') throw failure;
    throw withResume(failure, 'graded', goOn);
  }
}

async function finish(job: GradeJob, end: GradeEnd, { command, io }: Tools): Promise<ExitCode> {
  const counts = await printGrading(job, end, { command, io });
  if (end.state === 'stopped') {
    const why = toStopReason(job.control);
    const goOn = renderGradeResume(job.id, command);
    const unreachable = findUnreachableFault(job.control);
    if (unreachable !== undefined) throw withResume(unreachable, 'graded', goOn);
    io.err(
      `${why}. Grading ${end.number} is not finished, so the earlier verdicts still apply. Resume with:\n  ${goOn}\n`,
    );
    return job.control.isDraining ? 130 : 3;
  }
  const rule = { threshold: command.threshold ?? 1, allowUngraded: command.allowUngraded ?? 0 };
  const code = toExitCode(counts, rule);
  io.err(renderExitLine(code, counts, rule));
  return code;
}
