import { definedOnly } from '../../base/defined-only.ts';
import { Fault, toWarning } from '../../base/fault.ts';
import { renderNumberOf } from '../../base/number-of.ts';
import type { RunCounts } from '../../conversation/run/run-record.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { toExitCode } from '../../grade/aggregate.ts';
import type { RunEnding, RunJob } from '../../jobs/run/job.ts';
import { listCertificateNotes } from '../../report/certificate-notes.ts';
import type { MetricsCollector } from '../../report/metrics-collector.ts';
import { renderRunSummary } from '../../report/render-run-summary.ts';
import { openRunJob } from '../../wiring/open-jobs.ts';
import { withMore } from '../faults.ts';
import { type ExitCode, findOutWidth, type Io } from '../io.ts';
import { findUnreachable, type Resume, renderResume, renderSaved } from '../job/resume.ts';
import { type ProgressOptions, printPlan, runWithProgress } from '../job/run-with-progress.ts';
import { toPalette } from '../paint.ts';
import { printJudges, printWarnings } from '../print-warnings.ts';
import { checkOutputs, checkReadFiles } from '../report/check-outputs.ts';
import type { ReportInput } from '../report/write-reports.ts';
import { findCompareCommand } from '../run/earlier-run.ts';
import { renderExitLine } from '../run/exit-line.ts';
import type { Gate } from '../run/gate.ts';
import { renderStoreOption, toRunProgress, toRunResume } from '../run/next-commands.ts';
import { renderPlanLine } from '../run/plan-line.ts';
import { checkRunCommand, type RunCommand, toRunOptions } from '../run/run-command.ts';
import { openCollector, summarizeRun } from '../run/summarize-run.ts';

/** Runs conversations, records them, and reports the result. */
export async function run(command: RunCommand, io: Io): Promise<ExitCode> {
  const place = { path: command.db, cwd: io.cwd, file: command.files[0] };
  checkOutputs(command, place);
  checkRunCommand(command);
  const job = await openRunJob(toRunOptions(command, io), io.clock);
  try {
    checkReadFiles(command, { specs: [job.spec] }, place);
    printWarnings(job.warnings, io);
    const { baseline } = command;
    const gate =
      baseline === undefined
        ? undefined
        : await (await import('../run/gate.ts')).openGate(baseline, job, { command, io });
    const append = job.isResumed;
    const file =
      command.out === undefined
        ? undefined
        : (await import('../run/case-file.ts')).openCaseFile(command.out, {
            cwd: io.cwd,
            append,
            run: { id: job.id, spec: job.spec },
          });
    const isQuiet = command.quiet === true;
    printJudges(listCertificateNotes(job.judges), io, isQuiet);
    await printPlan(job, (hits) => renderPlanLine(job, hits), { isResumed: append, isQuiet, io });
    const collector = openCollector({ id: job.id, spec: job.spec });
    const warnings = new Set<string>();
    const caseEnd = (conversation: StoredConversation) => {
      collector.add(conversation);
      for (const { call } of conversation.replies) for (const warning of call.warnings ?? []) warnings.add(warning);
      file?.write(conversation);
    };
    const resume = toRunResume(job, command, io.cwd);
    const played = await play(job, { ...toRunProgress(job), io, isQuiet, resume, caseEnd });
    file?.close();
    printWarnings(
      [...warnings].map((message) => toWarning({ code: 'TARGET_JSON_AS_TEXT', message })),
      io,
    );
    return await finish({ job, command, io, collector, gate, resume, ...played });
  } finally {
    await job.close();
  }
}

/** How playing ended. `failure`: a fault that stopped it. */
interface PlayResult {
  readonly ending: RunEnding;
  readonly failure?: Fault | undefined;
}

/** Plays the run. A fault that stops it is returned, so that the results are printed first. */
async function play(job: RunJob, options: ProgressOptions & { readonly resume: Resume }): Promise<PlayResult> {
  try {
    const { ending } = await runWithProgress(job, options);
    return { ending, failure: findUnreachable(job.control, options.resume) };
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.code === 'STORE_RUN_HELD') throw failure;
    return { ending: 'interrupted', failure };
  }
}

interface Finish extends PlayResult {
  readonly resume: Resume;
  readonly job: RunJob;
  readonly command: RunCommand;
  readonly io: Io;
  readonly collector: MetricsCollector;
  readonly gate: Gate | undefined;
}

async function finish({ job, command, io, collector, gate, resume, ending, failure }: Finish): Promise<ExitCode> {
  const { store, id } = job;
  const storeOption = renderStoreOption(command, io.cwd);
  const record = await store.runs.find(id);
  if (record === undefined) throw failure ?? removedRun(id);
  // A new run was counted while it was played. Only the costs of judges come from the database.
  if (!job.isResumed) collector.setJudgeCosts(await store.runs.judgeCosts(id, { grading: 0 }));
  const summary = job.isResumed ? await summarizeRun(record, store) : collector.toSummary();
  if (command.json === true) await (await import('../run/print-run-json.ts')).printRunJson(record, store, { io });
  else {
    const { variants } = summary.metrics;
    // With --baseline the gate prints the comparison.
    const compareCommand = gate === undefined ? await findCompareCommand(record, variants, store.runs) : undefined;
    const style = {
      palette: toPalette(io.color.out),
      width: findOutWidth(io),
      storeOption,
      verbose: command.verbose === true,
    };
    io.out(renderRunSummary(summary, { ...style, ...definedOnly({ compareCommand }) }));
  }
  const unwritten = await findFault(writeReports(command, { record, store, io, summary }));
  if (failure !== undefined) throw unwritten === undefined ? failure : withMore(failure, unwritten);
  if (ending === 'interrupted') io.err(`Stopped. ${renderSaved(resume)}\n`);
  if (unwritten !== undefined) throw unwritten;
  if (ending === 'interrupted') return 130;
  if (record.counts.skipped > 0) io.err(renderSkipped(record.counts, job.control.skipReason, resume));
  const verdict = await gate?.report({ command, io, storeOption });
  if (verdict === 'worse') return 1;
  const threshold = command.threshold ?? (gate === undefined ? 1 : 0);
  const rule = { threshold, allowUngraded: command.allowUngraded ?? 0 };
  const code = toExitCode(record.counts, rule);
  if (code === 0 && verdict === 'worse-with-errors') {
    io.err('Exit code 1: regression against the baseline, with errors and ungraded counted as fails.\n');
    return 1;
  }
  if (code === 0 && verdict === 'nothing') {
    io.err('Exit code 3: nothing to compare with the baseline.\n');
    return 3;
  }
  io.err(renderExitLine(code, record.counts, rule));
  return code;
}

/** Loads the writers of reports only when a report is written. */
async function writeReports(command: RunCommand, input: ReportInput): Promise<void> {
  if (command.html === undefined && command.junit === undefined && command.markdown === undefined) return;
  const reports = await import('../report/write-reports.ts');
  await reports.writeReports(command, input);
}

/** Returns the fault of work that failed, so that a more important one can be thrown first. */
async function findFault(work: Promise<void>): Promise<Fault | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** After a limit, the result covers only what was played. */
function renderSkipped({ skipped }: RunCounts, reason: string | undefined, resume: Resume): string {
  const why = reason === undefined ? '' : `${reason}: `;
  return `${why}${renderNumberOf(skipped, 'conversation')} skipped. ${renderResume(resume)}\n`;
}

function removedRun(id: string): Fault {
  return new Fault({ code: 'RUN_UNKNOWN', message: `Run ${id} was removed from the database.` });
}
