import { definedOnly } from '../../base/defined-only.ts';
import { Fault, toWarning } from '../../base/fault.ts';
import type { RunCounts } from '../../conversation/run/run-record.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { toExitCode } from '../../grade/aggregate.ts';
import type { RunJob } from '../../jobs/run/job.ts';
import { listCertificateNotes } from '../../report/certificate-notes.ts';
import type { MetricsCollector } from '../../report/metrics-collector.ts';
import { renderRunSummary } from '../../report/render-run-summary.ts';
import { openRunJob } from '../../wiring/open-jobs.ts';
import { type ExitCode, findOutWidth, type Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { printJudges } from '../print-judges.ts';
import { printWarnings } from '../print-warnings.ts';
import { checkOutputs, checkReadFiles } from '../report/check-outputs.ts';
import { writeReports } from '../report/write-reports.ts';
import { openCaseFile } from '../run/case-file.ts';
import { findCompareCommand } from '../run/earlier-run.ts';
import { renderExitLine } from '../run/exit-line.ts';
import { type Gate, openGate } from '../run/gate.ts';
import { renderResume, renderStoreOption } from '../run/next-commands.ts';
import { renderPlanLine } from '../run/plan-line.ts';
import { printRunJson } from '../run/print-run-json.ts';
import { checkRunCommand, type RunCommand, toRunOptions } from '../run/run-flags.ts';
import { type RanJob, runWithProgress } from '../run/run-with-progress.ts';
import { openCollector, summarizeRun } from '../run/summarize-run.ts';
import { withMore, withResume } from '../with-hint.ts';

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
    const gate = baseline === undefined ? undefined : await openGate(baseline, job, { command, io });
    const append = job.isResumed;
    const file =
      command.out === undefined
        ? undefined
        : openCaseFile(command.out, { cwd: io.cwd, append, run: { id: job.id, spec: job.spec } });
    printJudges(listCertificateNotes(job.judges), io, command.quiet === true);
    if (job.isResumed) io.err(`${renderPlanLine(job)}\n`);
    else if (command.quiet !== true) io.err(`${renderPlanLine(job, await job.expectHits())}\n`);
    const collector = openCollector({ id: job.id, spec: job.spec });
    const warnings = new Set<string>();
    const caseEnd = (conversation: StoredConversation) => {
      collector.add(conversation);
      for (const { call } of conversation.replies) for (const warning of call.warnings ?? []) warnings.add(warning);
      file?.write(conversation);
    };
    const goOn = `Completed turns are saved. Resume with:\n  ${renderResume(job.id, command, io.cwd)}`;
    const played = await runWithProgress(job, { io, isQuiet: command.quiet === true, goOn, caseEnd });
    file?.close();
    printWarnings(
      [...warnings].map((message) => toWarning({ code: 'TARGET_JSON_AS_TEXT', message })),
      io,
    );
    return await finish({ job, command, io, collector, gate, ...played });
  } finally {
    await job.close();
  }
}

interface Finish extends RanJob {
  readonly job: RunJob;
  readonly command: RunCommand;
  readonly io: Io;
  readonly collector: MetricsCollector;
  readonly gate: Gate | undefined;
}

async function finish({ job, command, io, collector, gate, ending, failure }: Finish): Promise<ExitCode> {
  const { store, id } = job;
  const [resume, storeOption] = [renderResume(id, command, io.cwd), renderStoreOption(command, io.cwd)];
  const record = await store.runs.find(id);
  if (record === undefined) throw failure ?? goneRun(id);
  // What was played just now was counted on its way; only what judges cost is asked for.
  if (!job.isResumed) collector.setJudgeCosts(await store.runs.judgeCosts(id, { grading: 0 }));
  const summary = job.isResumed ? await summarizeRun(record, store) : collector.toSummary();
  if (command.json === true) await printRunJson(record, store, { io });
  else {
    const { variants } = summary.metrics;
    // A gate compares the run itself.
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
  if (failure !== undefined) {
    const stopped = withResume(failure, 'played', resume);
    throw unwritten === undefined ? stopped : withMore(stopped, unwritten);
  }
  if (ending === 'interrupted') io.err(`Stopped. Completed turns are saved. Resume with:\n  ${resume}\n`);
  if (unwritten !== undefined) throw unwritten;
  if (ending === 'interrupted') return 130;
  if (record.counts.skipped > 0) io.err(renderSkipped(record.counts, job.control.skipReason, resume));
  const against = await gate?.tell({ command, io, storeOption });
  if (against === 'worse') return 1;
  const threshold = command.threshold ?? (gate === undefined ? 1 : 0);
  const rule = { threshold, allowUngraded: command.allowUngraded ?? 0 };
  const code = toExitCode(record.counts, rule);
  if (code === 0 && against === 'worse-with-errors') {
    io.err('Exit code 1: regression against the baseline, with errors and ungraded counted as fails.\n');
    return 1;
  }
  if (code === 0 && against === 'nothing') {
    io.err('Exit code 3: nothing to compare with the baseline.\n');
    return 3;
  }
  io.err(renderExitLine(code, record.counts, rule));
  return code;
}

/** What can be mended, so that it can be told after what is worse. */
async function findFault(work: Promise<void>): Promise<Fault | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** A limit was reached: the result says nothing about the rest. */
function renderSkipped({ skipped }: RunCounts, reason: string | undefined, resume: string): string {
  const why = reason === undefined ? '' : `${reason}: `;
  const what = skipped === 1 ? '1 conversation' : `${skipped.toLocaleString('en')} conversations`;
  return `${why}${what} skipped. Resume with:\n  ${resume}\n`;
}

function goneRun(id: string): Fault {
  return new Fault({ code: 'RUN_UNKNOWN', message: `Run ${id} was removed from the database.` });
}
