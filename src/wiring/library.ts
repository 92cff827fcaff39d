import { systemClock } from '../base/clock.ts';
import { definedOnly } from '../base/defined-only.ts';
import { type CalibrationJson, type JudgeSwapJson, toCalibrationJson, toSwapJson } from '../calibrate/metric-json.ts';
import { compareStoredRuns } from '../compare/compare-stored-runs.ts';
import { withTranscripts } from '../compare/flipped-transcripts.ts';
import type { RunComparison } from '../compare/run-comparison.ts';
import type { RunEvent } from '../conversation/run/run-event.ts';
import type { RunCounts } from '../conversation/run/run-record.ts';
import type { SkippedSample } from '../files/samples/sample-flaw.ts';
import { renderDb } from '../format/transcript.ts';
import { findUnreachableFault } from '../job/breaker.ts';
import type { JobControl } from '../job/control.ts';
import { followRun } from '../job/follow-run.ts';
import { checkOptions, type OptionValues, option, text, wholeOrZero } from '../job/option-list.ts';
import type { JobEnd, OpenJob } from '../job/run-job.ts';
import { countStatuses } from '../job/run-line.ts';
import { type CalibrateDecksOptions, calibrateOptions } from '../jobs/calibrate/options.ts';
import { type GradeRunOptions, gradeOptions } from '../jobs/grade/options.ts';
import { type RunEvalOptions, runOptions } from '../jobs/run/options.ts';
import { assembleCalibrations } from '../judges/assemble-calibrations.ts';
import { listSwaps } from '../judges/judge-swaps.ts';
import { openCalibrateJob, openGradeJob, openRunJob } from './open-jobs.ts';
import { getStore } from './open-store.ts';

/**
 * Runs eval files and yields what happens, record by record. Everything is checked before the first call: a mistake in
 * files or options is a `Fault`. Leaving the loop early stops the run as one Ctrl-C does: calls in flight finish, and you
 * can resume the rest. A resumed run repeats all its events, from the first. A target that cannot be reached is a `Fault`
 * after the last event: what needs it is skipped, and played when you resume the run.
 *
 * @example
 * for await (const event of runEval({ files: ['refunds.eval.yaml'] })) {
 *   if (event.type === 'case-end') console.log(event.conversation.id, event.status);
 * }
 */
export async function* runEval(options: RunEvalOptions): AsyncGenerator<RunEvent> {
  checkOptions('runEval', options, runOptions);
  const job = await openRunJob(options);
  const release = stopOnAbort(job.control, options.signal);
  let isOver = false;
  const ended = job.run({}).finally(() => {
    isOver = true;
  });
  // The error is thrown below, after the last record.
  ended.catch(() => {});
  try {
    yield* followRun(job.store.runs, job.id, { clock: systemClock, isOver: () => isOver });
    await ended;
    const unreachable = findUnreachableFault(job.control);
    if (unreachable !== undefined) throw unreachable;
  } finally {
    job.control.drain();
    release();
    await ended.catch(() => {});
    await job.close();
  }
}

/** Stops a job as one Ctrl-C does, once the signal is aborted. Returns a function that removes the listener. */
function stopOnAbort(control: JobControl, signal: AbortSignal | undefined): () => void {
  const stop = () => control.drain();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  return () => signal?.removeEventListener('abort', stop);
}

/** The result of a grading. */
export interface GradedRun {
  /** Its number, for `turnwise show run:<id> --grading <n>`. */
  readonly grading: number;
  /** `stopped`: the signal or a limit stopped it. The earlier verdicts still count. Call it again to resume. */
  readonly state: 'completed' | 'stopped';
  /** Every conversation of the run as this grading sees it. */
  readonly counts: RunCounts;
}

/**
 * Regrades the recorded replies of a run, by the files as they are now. Targets under test are never called, and the
 * earlier verdicts are kept. A mistake in files or options is a `Fault`.
 *
 * @example const { counts } = await gradeRun('last', { graders: ['judge'], judge: 'other-judge' });
 */
export async function gradeRun(run: string, options: GradeRunOptions = {}): Promise<GradedRun> {
  checkOptions('gradeRun', options, gradeOptions);
  const job = await openGradeJob(run, options);
  return runJob(job, options, async ({ number: grading, state }) => {
    return { grading, state, counts: await countStatuses(job.store.runs, job.id, { grading }) };
  });
}

/** The result of a calibration. */
export interface CalibratedDecks {
  readonly id: string;
  /** `stopped`: the signal or a limit stopped it, and metrics cover only what was answered. Call it again to resume. */
  readonly state: 'completed' | 'stopped';
  /** Every deck with every judge. */
  readonly calibrations: readonly CalibrationJson[];
  /** With the option `swap`, once completed: each new judge compared with the old one. */
  readonly swap?: readonly JudgeSwapJson[];
  /** Samples that could not be used, and why. */
  readonly skipped: readonly SkippedSample[];
}

/**
 * Asks judges about conversations that people scored, and compares the scores. A mistake in files or options is a
 * `Fault`. No certificate is written.
 *
 * @example const { calibrations } = await calibrateDecks(['tone.deck.md'], { judges: ['gpt-judge'] });
 */
export async function calibrateDecks(
  decks: readonly string[],
  options: CalibrateDecksOptions = {},
): Promise<CalibratedDecks> {
  checkOptions('calibrateDecks', options, calibrateOptions);
  const job = await openCalibrateJob(decks, options);
  return runJob(job, options, async ({ id, state }) => {
    const judged = await assembleCalibrations(job, id);
    const { swap: ids } = options;
    const swaps = ids === undefined || state === 'stopped' ? undefined : listSwaps(job, judged, ids);
    const calibrations = judged.map(({ calibration }) => toCalibrationJson(calibration));
    return { id, state, calibrations, ...definedOnly({ swap: swaps?.map(toSwapJson) }), skipped: job.skipped };
  });
}

/** Runs a grading or calibration until it completes, or until the signal or a limit stops it. */
async function runJob<End extends JobEnd, Result>(
  job: Pick<OpenJob<object, End>, 'control' | 'run' | 'close'>,
  { signal }: { readonly signal?: AbortSignal | undefined },
  toResult: (end: End) => Promise<Result>,
): Promise<Result> {
  const release = stopOnAbort(job.control, signal);
  try {
    const end = await job.run({});
    const unreachable = end.state === 'stopped' ? findUnreachableFault(job.control) : undefined;
    if (unreachable !== undefined) throw unreachable;
    return await toResult(end);
  } finally {
    release();
    await job.close();
  }
}

const compareOptions = {
  /** Database file. Default: .turnwise/turnwise.db of the project around `cwd`. */
  db: option(text),
  cwd: option(text),
  /** For random sign flips, used where conversations are clustered and all flips are too many to count. */
  seed: option(wholeOrZero),
};

export interface CompareRunsOptions extends OptionValues<typeof compareOptions> {}

/**
 * Compares run B with run A, case by case: which is better, by how much, and whether to believe it. Each is a run (its
 * id, a prefix or suffix of one, or `last`), or `RUN:TARGET` where a run has several targets. Pairs that flipped come
 * with both transcripts. A missing run, a target that is not named, and runs without a common case are a `Fault`.
 *
 * @example
 * const { verdict, summary } = await compareRuns('20261115-224530-k3fm', 'last');
 */
export async function compareRuns(a: string, b: string, options: CompareRunsOptions = {}): Promise<RunComparison> {
  checkOptions('compareRuns', options, compareOptions);
  const { db: path, cwd = process.cwd(), seed } = options;
  const store = await getStore({ path, cwd, clock: systemClock });
  try {
    const comparison = await compareStoredRuns(store.runs, { a, b }, { seed, storeOption: renderDb(path) });
    return await withTranscripts(comparison, store.runs);
  } finally {
    await store.close();
  }
}
