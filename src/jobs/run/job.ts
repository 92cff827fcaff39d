import { definedOnly } from '../../base/defined-only.ts';
import type { Problem } from '../../base/fault.ts';
import { noCounts, type RunCounts } from '../../conversation/run/run-record.ts';
import type { RunSpec } from '../../conversation/run/run-spec.ts';
import { checkBudget } from '../../job/budget.ts';
import { nullRunWriter } from '../../job/expected-hits.ts';
import { toLeaseOwner } from '../../job/lease.ts';
import { type JobEnd, type JobSteps, type OpenJob, openJob, type StepTools } from '../../job/run-job.ts';
import { hasReachedAll } from '../../job/run-line.ts';
import { assertCertified } from '../../judges/certificate-problems.ts';
import { openGraderKits } from '../../judges/grader-kits.ts';
import { listReadFiles } from '../../judges/judge-certificates.ts';
import type { PlayLimits } from '../../play/playing.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import type { RunWriter, Store } from '../../store/port.ts';
import { playConversation, type RunContext, type RunObserver } from './execute.ts';
import { isResumed, type RunEvalOptions } from './options.ts';
import { planNewRun, planResumedRun, type RunInputs, type RunTools } from './plan.ts';
import { listRunTasks, loadProgress, noProgress, type Progress } from './tasks.ts';

/** `limited`: a limit or an unreachable target left conversations out. `interrupted`: you stopped it. */
export type RunEnding = 'completed' | 'limited' | 'interrupted';

interface RunEnd extends JobEnd {
  readonly ending: RunEnding;
}

/** A run that is ready to play: everything is checked, and nothing was called. */
export interface RunJob extends OpenJob<RunObserver, RunEnd>, Omit<RunInputs, 'sources' | 'called'> {
  readonly warnings: readonly Problem[];
}

/**
 * The story of a run. It plans first: it reads every file, resolves targets and judges, and reports everything that is
 * wrong. Then it opens targets and database. `run` takes the lease, plays and grades each conversation that is not
 * recorded yet, records every step, and releases the lease.
 */
export async function openRun(options: RunEvalOptions, tools: RunTools): Promise<RunJob> {
  const inputs = isResumed(options) ? await planResumedRun(options, tools) : await planNewRun(options, tools);
  const { spec, called, sources: _, ...known } = inputs;
  assertCertified(inputs.judges, options);
  checkBudget(
    options,
    spec.targets.map((target) => target.spec),
    tools.priceOf,
  );
  tools.checkRecord(options.record, listReadFiles(spec, tools.root));
  const { cache, seed } = spec.options;
  const job = await openJob<EvalSource, RunObserver, RunWriter, RunEnd>(tools, options, {
    called,
    isCached: (options.cache ?? cache) !== false,
    seed,
    toParts: (store) => ({
      steps: (step) => toSteps(options, inputs, { ...tools, ...step, store }),
      nullWriter: nullRunWriter,
      toHitObserver: (counter) => ({
        reply: (_start, { call }) => counter.addCall(call),
        judgment: (_start, { call }) => counter.addCall(call),
        caseEnd: () => counter.addTask(),
      }),
    }),
  });
  return { ...known, ...job, spec, warnings: [...tools.warnings, ...inputs.warnings] };
}

type RunStepTools = RunTools & StepTools<EvalSource, RunObserver> & { readonly store: Store };

/** What `runJob` does with a run: begin, tasks, end. A lane is the tasks of one target. */
function toSteps(options: RunEvalOptions, inputs: RunInputs, tools: RunStepTools): JobSteps<RunWriter, RunEnd> {
  const { spec, sources } = inputs;
  const { control, store } = tools;
  const limits = new Map(
    sources.flatMap(({ specs }) => [...specs.values()].map(({ id, limits: own }) => [id, own?.concurrency])),
  );
  let progress = noProgress;
  return {
    async begin() {
      const { writer, progress: before } = await takeLease(options, inputs, tools);
      progress = before;
      return writer;
    },
    async *tasks(writer) {
      const context = toContext(options, spec, { ...tools, writer });
      const { conversationsPerCase } = spec;
      for await (const task of listRunTasks({ sources, options: spec.options, progress, conversationsPerCase })) {
        yield { lane: task.start.target, run: () => playConversation(task, context) };
      }
    },
    limitOf: (lane) => limits.get(lane),
    // After a limit, the remaining conversations are still visited, to record them as skipped.
    isStopping: () => control.isDraining,
    async end() {
      const ending = await findEnding(inputs, store, control.isDraining);
      return { ending, state: ending === 'completed' ? 'completed' : 'stopped' };
    },
  };
}

async function takeLease(
  options: RunEvalOptions,
  { id, spec, isResumed: isOld, plan }: RunInputs,
  { clock, store: { runs }, isExpired }: RunStepTools,
): Promise<{ readonly writer: RunWriter; readonly progress: Progress }> {
  const owner = toLeaseOwner(clock);
  if (!isOld) return { writer: await runs.create({ id, spec, owner }), progress: noProgress };
  const writer = await runs.claim(id, owner, isExpired);
  if (plan !== undefined) await writer.replaceSpec(spec);
  const hasMoved = (spec.changes ?? []).length > 0;
  return { writer, progress: await loadProgress(runs, id, { retryErrors: options.retryErrors === true, hasMoved }) };
}

function toContext(
  options: RunEvalOptions,
  spec: RunSpec,
  tools: RunStepTools & Pick<RunContext, 'writer'>,
): RunContext {
  const { clock, control, observer, writer, random, store, targets } = tools;
  const openTarget: RunContext['openTarget'] = (source, id) => targets.get(source, id);
  const kitOf = openGraderKits({ ...tools, openTarget, judge: spec.options.judge });
  return { store: store.runs, writer, openTarget, kitOf, limits: toLimits(options), clock, random, control, observer };
}

/** A run that was interrupted while its last conversations were in flight is complete. */
async function findEnding({ id, spec }: RunInputs, store: Store, isDraining: boolean): Promise<RunEnding> {
  const counts: RunCounts = (await store.runs.find(id))?.counts ?? noCounts;
  if (isDraining && !hasReachedAll({ counts, spec })) return 'interrupted';
  return counts.skipped > 0 ? 'limited' : 'completed';
}

function toLimits({ maxTurns: turns = 500, maxTokens: tokens, maxSeconds }: RunEvalOptions): PlayLimits {
  const timeMs = maxSeconds === undefined ? undefined : 1000 * maxSeconds;
  return { turns, ...definedOnly({ tokens, timeMs }) };
}
