import { definedOnly } from '../../base/defined-only.ts';
import { Fault, toWarning } from '../../base/fault.ts';
import { openRunSession, type RunSession } from '../../compose/run-session.ts';
import type { RunCounts } from '../../conversation/run/run-record.ts';
import { toExitCode } from '../../grade/exit-code.ts';
import type { MetricsCollector } from '../../report/metrics-collector.ts';
import { renderRunSummary } from '../../report/render-run-summary.ts';
import type { StoredConversation } from '../../store/port.ts';
import type { ExitCode, Io } from '../io.ts';
import { findOutWidth } from '../out-width.ts';
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
import { type Played, playSession } from '../run/play-session.ts';
import { printRunJson } from '../run/print-run-json.ts';
import type { RunCommand } from '../run/run-command.ts';
import { openCollector, summarizeRun } from '../run/summarize-run.ts';
import { toRunRequest } from '../run/to-run-request.ts';
import { withMore, withResume } from '../with-hint.ts';

/** Runs conversations, records them, and reports the result. */
export async function run(command: RunCommand, io: Io): Promise<ExitCode> {
  const place = { path: command.db, cwd: io.cwd, file: command.files[0] };
  checkOutputs(command, place);
  const session = await openRunSession(toRunRequest(command, io), io.clock);
  try {
    checkReadFiles(command, { specs: [session.spec] }, place);
    printWarnings(session.warnings, io);
    const { baseline } = command;
    const gate = baseline === undefined ? undefined : await openGate(baseline, session, { command, io });
    const append = session.isResumed;
    const file =
      command.out === undefined
        ? undefined
        : openCaseFile(command.out, { cwd: io.cwd, append, run: { id: session.run, spec: session.spec } });
    printJudges(session.notes, io, command.quiet === true);
    if (session.isResumed) io.err(`${renderPlanLine(session)}\n`);
    else if (command.quiet !== true) io.err(`${renderPlanLine(session, await session.expectHits())}\n`);
    const collector = openCollector({ id: session.run, spec: session.spec });
    const warnings = new Set<string>();
    const caseEnd = (conversation: StoredConversation) => {
      collector.add(conversation);
      for (const { call } of conversation.replies) for (const warning of call.warnings ?? []) warnings.add(warning);
      file?.write(conversation);
    };
    const goOn = `Completed turns are saved. Resume with:\n  ${renderResume(session.run, command, io.cwd)}`;
    const played = await playSession(session, { io, isQuiet: command.quiet === true, goOn, caseEnd });
    file?.close();
    printWarnings(
      [...warnings].map((message) => toWarning({ code: 'TARGET_JSON_AS_TEXT', message })),
      io,
    );
    return await finish({ session, command, io, collector, gate, ...played });
  } finally {
    await session.close();
  }
}

interface Finish extends Played {
  readonly session: RunSession;
  readonly command: RunCommand;
  readonly io: Io;
  readonly collector: MetricsCollector;
  readonly gate: Gate | undefined;
}

async function finish({ session, command, io, collector, gate, ending, failure }: Finish): Promise<ExitCode> {
  const { store, run: id } = session;
  const [resume, storeOption] = [renderResume(id, command, io.cwd), renderStoreOption(command, io.cwd)];
  const record = await store.runs.find(id);
  if (record === undefined) throw failure ?? goneRun(id);
  // What was played just now was counted on its way; only what judges cost is asked for.
  if (!session.isResumed) collector.setJudgeCosts(await store.runs.judgeCosts(id, { grading: 0 }));
  const summary = session.isResumed ? await summarizeRun(record, store) : collector.toSummary();
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
  if (record.counts.skipped > 0) io.err(renderSkipped(record.counts, session.control.skipReason, resume));
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
