import { systemClock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { openRunSession, type RunSession } from '../../compose/run-session.ts';
import type { RunCounts } from '../../conversation/run-record.ts';
import { toExitCode } from '../../grade/exit-code.ts';
import { renderRunSummary } from '../../report/render-run-summary.ts';
import { addCase, type RunSummary, startSummary } from '../../report/run-summary.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import { type CaseFile, openCaseFile } from '../run/case-file.ts';
import { renderExitLine } from '../run/exit-line.ts';
import { openMemoryHold } from '../run/memory-hold.ts';
import { renderResume, renderStoreOption } from '../run/next-commands.ts';
import { renderPlanLine } from '../run/plan-line.ts';
import { printRunJson } from '../run/print-run-json.ts';
import { ProgressLine } from '../run/progress-line.ts';
import type { RunCommand } from '../run/run-command.ts';
import { listRunTargets, summariseRun } from '../run/summarise-run.ts';
import { toCaseLine } from '../run/to-case-line.ts';
import { toRunRequest } from '../run/to-run-request.ts';

/** Plays conversations, records them, and says what came of it. */
export async function run(command: RunCommand, io: Io): Promise<ExitCode> {
  const session = await openRunSession(toRunRequest(command, io), io.clock);
  try {
    printWarnings(session.warnings, io);
    const append = session.isResumed;
    const file = command.out === undefined ? undefined : openCaseFile(command.out, { cwd: io.cwd, append });
    if (command.quiet !== true || session.isResumed) io.err(`${renderPlanLine(session)}\n`);
    const summary = startSummary(session.run, listRunTargets(session.spec));
    const { state, failure } = await play(session, { command, io, summary, file });
    file?.close();
    return await finish({ session, command, io, summary, state, failure });
  } finally {
    await session.close();
  }
}

interface PlayTools {
  readonly command: RunCommand;
  readonly io: Io;
  readonly summary: RunSummary;
  readonly file: CaseFile | undefined;
}

type Played = { readonly state: 'ended' | 'interrupted'; readonly failure?: Fault | undefined };

async function play(session: RunSession, { command, io, summary, file }: PlayTools): Promise<Played> {
  const { before, spec, budget, control } = session;
  const done = before.pass + before.fail + before.error + before.ungraded;
  const progress = new ProgressLine(
    { total: spec.conversations, done, clock: io.clock ?? systemClock, inFlight: () => budget.inFlight },
    quiet(io, command),
  );
  const holdMemory = openMemoryHold();
  const release = io.onInterrupt?.((times) => {
    if (times === 1) progress.note('stopping after the calls in flight; press again to stop now');
    if (times === 1) control.drain();
    else control.abort();
  });
  try {
    const state = await session.play({
      reply: (_start, reply) => progress.addReply(reply),
      caseEnd: (conversation) => {
        progress.addCase(conversation.end?.status ?? 'skipped');
        addCase(summary, toCaseLine(conversation));
        file?.write(conversation);
        holdMemory();
      },
    });
    return { state };
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.code === 'STORE_RUN_HELD') throw failure;
    return { state: 'interrupted', failure };
  } finally {
    release?.();
    progress.stop();
  }
}

function quiet(io: Io, { quiet: isQuiet }: RunCommand): Io {
  return isQuiet === true ? { ...io, err: () => {} } : io;
}

interface Finish extends Played {
  readonly session: RunSession;
  readonly command: RunCommand;
  readonly io: Io;
  readonly summary: RunSummary;
}

async function finish({ session, command, io, summary, state, failure }: Finish): Promise<ExitCode> {
  const { store, run: id } = session;
  const [resume, storeOption] = [renderResume(id, command, io.cwd), renderStoreOption(command, io.cwd)];
  const record = await store.runs.find(id);
  if (record === undefined) throw failure ?? goneRun(id);
  const whole = session.isResumed ? await summariseRun(record, store.runs) : summary;
  if (command.json === true) await printRunJson(record, store.runs, { io });
  else io.out(renderRunSummary(whole, { palette: toPalette(io.color.out), width: io.columns, storeOption }));
  if (failure !== undefined) throw withResumeHint(failure, resume);
  if (state === 'interrupted') {
    io.err(`Stopped. What was played is recorded; go on with:\n  ${resume}\n`);
    return 130;
  }
  if (record.counts.skipped > 0) io.err(renderSkipped(record.counts, session.control.skipReason, resume));
  const rule = { threshold: command.threshold ?? 1, allowUngraded: command.allowUngraded ?? 0 };
  const code = toExitCode(record.counts, rule);
  io.err(renderExitLine(code, record.counts, rule));
  return code;
}

/** A bound was reached: what was played says nothing about the rest. */
function renderSkipped({ skipped }: RunCounts, reason: string | undefined, resume: string): string {
  const why = reason === undefined ? '' : `${reason}: `;
  const what = skipped === 1 ? '1 conversation was' : `${skipped.toLocaleString('en')} conversations were`;
  return `${why}${what} skipped; go on with:\n  ${resume}\n`;
}

function goneRun(id: string): Fault {
  return new Fault({ code: 'RUN_UNKNOWN', message: `The run ${id} is gone from the store.` });
}

function withResumeHint(failure: Fault, resume: string): Fault {
  const [first, ...rest] = failure.problems;
  if (first === undefined) return failure;
  const hint = `${first.hint ?? ''} What was played is recorded; go on with: ${resume}`.trim();
  return new Fault([{ ...first, hint }, ...rest], { cause: failure });
}
