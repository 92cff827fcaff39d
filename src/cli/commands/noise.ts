import { systemClock } from '../../base/clock.ts';
import { measureJudgeNoise } from '../../compare/judged-twice.ts';
import { measureRunNoise, type TargetNoise } from '../../compare/measure-noise.ts';
import type { Spent } from '../../job/budget.ts';
import { renderNoise } from '../../report/compare/render-noise.ts';
import type { RunStore } from '../../store/port.ts';
import { openRunJob } from '../../wiring/open-jobs.ts';
import { getStore } from '../../wiring/open-store.ts';
import { judgeAgain } from '../compare/judge-again.ts';
import { checkStored, isStored, type NoiseCommand } from '../compare/noise-command.ts';
import { usageFault } from '../faults.ts';
import { type ExitCode, findOutWidth, type Io } from '../io.ts';
import { findUnreachable, renderResume, withResume } from '../job/resume.ts';
import { runWithProgress } from '../job/run-with-progress.ts';
import { toPalette } from '../paint.ts';
import { printWarnings } from '../print-warnings.ts';
import { renderStoreOption, toRunProgress, toRunResume } from '../run/next-commands.ts';
import { renderJudgingAgain, renderPlanLine } from '../run/plan-line.ts';
import { toRunOptions } from '../run/run-command.ts';

const defaultRepeat = 5;

/** Measures run-to-run variance: runs every case several times, or reads a run with repeats. */
export async function noise(command: NoiseCommand, io: Io): Promise<ExitCode> {
  if (isStored(command)) {
    checkStored(command);
    return measure(command.files[0] ?? '', { command, io });
  }
  const played = await playRepeats(command, io);
  return played === undefined ? 130 : measure(played.run, { command, io, spent: played.spent });
}

interface PlayedRun {
  readonly run: string;
  readonly spent: Spent;
}

/** Plays, and says what that took; undefined when it was interrupted. */
async function playRepeats(command: NoiseCommand, io: Io): Promise<PlayedRun | undefined> {
  const { repeat = defaultRepeat, quiet } = command;
  if (repeat < 2) throw usageFault('Noise needs at least 2 repeats.', `Use --repeat ${defaultRepeat}.`);
  const job = await openRunJob(toRunOptions({ ...command, repeat }, io), io.clock);
  const { id: run, plan, budget } = job;
  try {
    printWarnings(job.warnings, io);
    if (command.judgeAgain === true && plan?.judging === undefined) throw noJudge();
    if (quiet !== true) io.err(`${renderPlanLine(job, await job.expectHits(), { measuresNoise: true })}\n`);
    if (quiet !== true && command.judgeAgain === true) io.err(`${renderJudgingAgain(plan?.judging)}\n`);
    const resume = toRunResume(job, command, io.cwd);
    const { ending } = await runWithProgress(job, { ...toRunProgress(job), io, isQuiet: quiet === true, resume });
    const unreachable = findUnreachable(job.control, resume);
    if (unreachable !== undefined) throw unreachable;
    if (ending !== 'interrupted') return { run, spent: { usd: budget.spentUsd, calls: budget.calls } };
    io.err(`Stopped. ${renderResume(resume)}\nThen: ${renderMeasure(run, command, io)}\n`);
    return undefined;
  } finally {
    await job.close();
  }
}

interface Measuring {
  readonly command: NoiseCommand;
  readonly io: Io;
  /** What playing the run took just now. */
  readonly spent?: Spent;
}

/** Exit code 3: no case came to a verdict twice, so nothing can be said. */
async function measure(name: string, { command, io, spent }: Measuring): Promise<ExitCode> {
  const file = isStored(command) ? undefined : command.files[0];
  const store = await getStore({ path: command.db, cwd: io.cwd, file, clock: io.clock ?? systemClock });
  try {
    const noises = await measureRunNoise(store.runs, name);
    const again = command.judgeAgain === true ? await judgeAgain(noises, { command, io, file, spent }) : undefined;
    const resume = { work: 'graded', command: renderMeasure(noises[0]?.run ?? '', command, io) } as const;
    if (again?.stopped !== undefined && again.unreachable === undefined) {
      io.err(`${again.stopped}. Not all replies were judged again. ${renderResume(resume)}\n`);
    }
    if (again?.isInterrupted === true) return 130;
    const split = again === undefined ? noises : await measureJudgeNoise(store.runs, noises, again.grading);
    await print(split, store.runs, { command, io });
    if (again?.unreachable !== undefined) throw withResume(again.unreachable, resume);
    return noises.every(({ chanceDifference }) => chanceDifference.length === 0) ? 3 : 0;
  } finally {
    await store.close();
  }
}

async function print(noises: readonly TargetNoise[], runs: RunStore, { command, io }: Measuring): Promise<void> {
  const run = noises[0]?.run ?? '';
  if (command.json === true) {
    io.out(`${JSON.stringify({ run, noise: noises }, null, 2)}\n`);
    return;
  }
  const hasJudges = (await runs.judgeCosts(run)).length > 0;
  const storeOption = renderHere(command, io);
  const style = { palette: toPalette(io.color.out), width: findOutWidth(io), verbose: command.verbose === true };
  io.out(renderNoise(noises, { ...style, storeOption, hasJudges }));
}

/** The same measurement, of the run that is there by now. */
function renderMeasure(run: string, command: NoiseCommand, io: Io): string {
  const again = command.judgeAgain === true ? ' --judge-again' : '';
  return `turnwise noise run:${run}${again}${renderHere(command, io)}`;
}

function renderHere(command: NoiseCommand, { cwd }: Io): string {
  return renderStoreOption({ ...command, files: isStored(command) ? [] : command.files }, cwd);
}

function noJudge() {
  return usageFault(
    'No judge grades these cases, so --judge-again has nothing to measure.',
    'Remove --judge-again. All noise comes from the target.',
  );
}
