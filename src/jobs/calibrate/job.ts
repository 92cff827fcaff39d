import type { Problem } from '../../base/fault.ts';
import type { SkippedSample } from '../../files/samples/sample-flaw.ts';
import { type TargetSource, toTargetKey } from '../../files/targets/read-targets.ts';
import { checkBudget } from '../../job/budget.ts';
import { nullCalibrationWriter } from '../../job/expected-hits.ts';
import { toJobId } from '../../job/job-id.ts';
import { toLeaseOwner } from '../../job/lease.ts';
import { type JobEnd, type JobSteps, type OpenJob, openJob, type StepTools, toEndState } from '../../job/run-job.ts';
import { listOwnUses } from '../../judges/test-set.ts';
import { withoutDuplicates } from '../../samples/sources/sample-sources.ts';
import type { CalibrationWriter } from '../../store/calibration-port.ts';
import type { Store } from '../../store/port.ts';
import { askQuestion, type CalibrateObserver, type JudgingCost, JudgingTally } from './execute.ts';
import type { CalibrateDecksOptions } from './options.ts';
import { type CalibrateInputs, type CalibrateTools, planCalibration } from './plan.ts';
import { listCalibrateTasks } from './tasks.ts';

/** `stopped`: the metrics cover only the answers so far. */
export interface CalibrateEnd extends JobEnd {
  readonly id: string;
}

/** A calibration that is ready to run: everything is checked, and no judge was asked. */
export interface CalibrateJob
  extends OpenJob<CalibrateObserver, CalibrateEnd>,
    Omit<CalibrateInputs, 'samples' | 'called'> {
  /** The stopped calibration that is resumed, and how many answers it has. */
  readonly resumed?: { readonly id: string; readonly done: number };
  /** Sentences about the samples that are neither errors nor warnings. */
  readonly notes: readonly string[];
  /** The skipped samples of all decks and sources, each once. */
  readonly skipped: readonly SkippedSample[];
  readonly warnings: readonly Problem[];
  /** The calls since the job was opened. */
  readonly cost: JudgingCost;
}

/**
 * The story of a calibration. It plans first: it reads decks, finds their targets, reads samples, and reports
 * everything that is wrong. Then it opens the judges. `run` takes the lease, asks each question that has no answer yet,
 * records every answer, and releases the lease.
 */
export async function openCalibration(
  files: readonly string[],
  options: CalibrateDecksOptions,
  tools: CalibrateTools,
): Promise<CalibrateJob> {
  const inputs = await planCalibration(files, options, tools);
  const { samples: _, called, ...known } = inputs;
  const { judges, decks, spec } = known;
  checkBudget(
    options,
    judges.map(({ target }) => target),
    tools.priceOf,
  );
  tools.checkRecord(options.record, listReadFiles(inputs, options));
  const { calibrations } = await tools.database.open();
  const stopped = await calibrations.findOpen(spec.hash, tools.isExpired);
  const tally = new JudgingTally();
  const job = await openJob<TargetSource, CalibrateObserver, CalibrationWriter, CalibrateEnd>(tools, options, {
    called,
    isCached: options.cache !== false,
    toParts: (store) => ({
      steps: (step) => toSteps(inputs, { ...tools, ...step, store, tally }),
      nullWriter: nullCalibrationWriter,
      toHitObserver: (counter) => ({
        judged: ({ judgment }) => {
          counter.addTask();
          counter.addCall(judgment?.call);
        },
      }),
    }),
  });
  return {
    ...known,
    ...job,
    ...(stopped === undefined ? {} : { resumed: { id: stopped.id, done: stopped.recorded } }),
    notes: withoutDuplicates(decks.flatMap(({ notes }) => notes)),
    skipped: withoutDuplicates(decks.flatMap(({ skipped }) => skipped)),
    warnings: [...tools.warnings, ...inputs.warnings],
    get cost() {
      return tally.toCost(job.budget);
    },
  };
}

function listReadFiles({ decks, judges }: CalibrateInputs, { samples = [] }: CalibrateDecksOptions): readonly string[] {
  const targetsFiles = judges.flatMap(({ source }) => source.targetsFile?.path ?? []);
  return [...decks.flatMap(({ deck }) => deck.files), ...targetsFiles, ...samples];
}

type CalibrateStepTools = CalibrateTools &
  StepTools<TargetSource, CalibrateObserver> & { readonly store: Store; readonly tally: JudgingTally };

function toSteps(inputs: CalibrateInputs, tools: CalibrateStepTools): JobSteps<CalibrationWriter, CalibrateEnd> {
  const { judges, spec } = inputs;
  const { control, observer, targets, clock, store, tally, isLookup } = tools;
  const limits = new Map(
    judges.map(({ source, target }) => [toTargetKey(source, target.id), target.limits?.concurrency]),
  );
  let left = 0;
  const judged: CalibrateObserver['judged'] = (result) => {
    left -= 1;
    if (!isLookup) tally.add(result);
    observer.judged?.(result);
  };
  return {
    async begin() {
      const writer = await takeLease(inputs, tools);
      left = inputs.plan.judgeCalls - ((await store.calibrations.find(writer.id))?.recorded ?? 0);
      return writer;
    },
    async *tasks(writer) {
      const openTarget = (source: TargetSource, id: string) => targets.get(source, id);
      const context = { spec, writer, openTarget, clock, control, observer: { judged } };
      for (const task of listCalibrateTasks(judges, spec, writer)) {
        const { source, target } = task.judge;
        yield { lane: toTargetKey(source, target.id), run: () => askQuestion(task, context) };
      }
    },
    limitOf: (lane) => limits.get(lane),
    isStopping: () => control.isStopping,
    end: async ({ id }) => ({ id, state: toEndState(control, left) }),
  };
}

async function takeLease(
  { judges, spec, samples, plan, knownUses }: CalibrateInputs,
  { clock, store: { calibrations }, isExpired }: CalibrateStepTools,
): Promise<CalibrationWriter> {
  const [newest] = await calibrations.list({ limit: 1 });
  // Uses of tune samples are recorded too, because these may become test samples later.
  const testSetUses = [...knownUses, ...listOwnUses(judges, new Date(clock.now()).toISOString())];
  const calibration = { id: toJobId(clock, newest?.id), spec, samples, expected: plan.judgeCalls, testSetUses };
  return calibrations.begin({ ...calibration, owner: toLeaseOwner(clock) }, isExpired);
}
