import { toExitCode } from '../../grade/aggregate.ts';
import type { GradeEnd, GradeJob } from '../../jobs/grade/job.ts';
import { isDeckFile } from '../../judges/added-decks.ts';
import { listCertificateNotes } from '../../report/certificate-notes.ts';
import { openGradeJob } from '../../wiring/open-jobs.ts';
import { type GradeCommand, renderGradeResume } from '../grade/grade-command.ts';
import { printGrading } from '../grade/print-grading.ts';
import { renderGradePlan } from '../grade/render-grade-plan.ts';
import type { ExitCode, Io } from '../io.ts';
import { findUnreachable, type Resume, renderResume, toStopReason } from '../job/resume.ts';
import { printPlan, runWithProgress } from '../job/run-with-progress.ts';
import { printJudges, printWarnings } from '../print-warnings.ts';
import { checkOutputs, checkReadFiles } from '../report/check-outputs.ts';
import { openCaseFile } from '../run/case-file.ts';
import { renderExitLine } from '../run/exit-line.ts';

/** Re-grades the stored replies of a run, and prints the result and what changed. */
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
    const isQuiet = command.quiet === true;
    printJudges(listCertificateNotes(job.judges), io, isQuiet);
    await printPlan(job, (hits) => renderGradePlan(job, hits), { isResumed: append, isQuiet, io });
    const resume: Resume = { work: 'graded', command: renderGradeResume(job.id, command) };
    const end = await runWithProgress(job, {
      ...{ total: job.plan.conversations, done: job.resumed?.done ?? 0 },
      ...{ io, isQuiet, resume },
      caseEnd: (conversation) => file?.write(conversation),
    });
    file?.close();
    return await finish(job, end, { command, io, resume });
  } finally {
    await job.close();
  }
}

interface Tools {
  readonly command: GradeCommand;
  readonly io: Io;
  readonly resume: Resume;
}

async function finish(job: GradeJob, end: GradeEnd, { command, io, resume }: Tools): Promise<ExitCode> {
  const counts = await printGrading(job, end, { command, io });
  if (end.state === 'stopped') {
    const unreachable = findUnreachable(job.control, resume);
    if (unreachable !== undefined) throw unreachable;
    const kept = `Grading ${end.number} is not finished, so the earlier verdicts still apply.`;
    io.err(`${toStopReason(job.control)}. ${kept} ${renderResume(resume)}\n`);
    return job.control.isDraining ? 130 : 3;
  }
  const rule = { threshold: command.threshold ?? 1, allowUngraded: command.allowUngraded ?? 0 };
  const code = toExitCode(counts, rule);
  io.err(renderExitLine(code, counts, rule));
  return code;
}
